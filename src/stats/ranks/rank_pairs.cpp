// Columns are ranked in parallel, in place.
#include "stats/ranks/rank_pairs.hpp"

#include <algorithm>

#include "stats/ranks/rank_values.hpp"
#include "stats/ranks/ranks.hpp"

namespace sfumato::stats {

void rank_columns(Matrix& data, const Run& run) {
  run.parallel(data.columns(), [&](std::size_t j) {
    const std::vector<double> ranks = average_ranks(data.column(j));
    std::copy(ranks.begin(), ranks.end(), data.column(j).begin());
  });
}

CompletePairs rank_pairs(const Table& original, const Table& masked, const ColumnSet& columns,
                         const Run& run) {
  CompletePairs pairs =
      complete_pairs(rank_values(original, original, columns), rank_values(masked, original, columns));
  rank_columns(pairs.original, run);
  rank_columns(pairs.masked, run);
  return pairs;
}

UnpairedRecords unpaired_rank_values(const Table& original, const Table& masked, const ColumnSet& columns,
                                     const Run& run) {
  UnpairedRecords records =
      unpaired_records(rank_values(original, original, columns), rank_values(masked, original, columns));
  sample_to_equal_length(records, run);
  return records;
}

}  // namespace sfumato::stats
