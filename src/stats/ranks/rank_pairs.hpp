// Two tables as matrices of ranks, the only input of measures of the permutation model: ranks
// do not change with units or under any monotone change of a column.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "stats/linear/records.hpp"
#include "stats/neighbours/unpaired_records.hpp"

namespace sfumato::stats {

// Each column by its average ranks; a column's missing values have none.
void rank_columns(Matrix& data, const Run& run);

// What columns with labels or suppressed cells add to ranks (the model is in
// stats/covers): their masked cells have positions among the ranks of the original, which are not ranked
// again.
struct CoarseRanks {
  std::vector<char> placed;  // by column: are the masked cells positions?
  std::string reason;        // why there are no ranks; empty: there are
  std::string note;          // what labels stand for; empty: there are none

  bool any() const { return std::find(placed.begin(), placed.end(), 1) != placed.end(); }
};

struct RankPairs : CompletePairs, CoarseRanks {};

// The records that are complete on both sides, ranked among themselves. Columns of every kind take part
// through rank_values. A suppressed cell does not make a record incomplete.
RankPairs rank_pairs(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run);

// The complete records of each side, the longer one sampled down to the length of the shorter, not ranked.
UnpairedRecords unpaired_rank_values(const Table& original, const Table& masked, const ColumnSet& columns,
                                     const Run& run);

struct UnpairedRanks : UnpairedRecords, CoarseRanks {};

// The same records, ranked; `sampled` says whether the longer side is sampled down.
UnpairedRanks unpaired_ranks(const Table& original, const Table& masked, const ColumnSet& columns,
                             bool sampled, const Run& run);

// Moves the positions of each such column so that their mean is (n + 1)/2, as that of ranks: sums of products
// of ranks assume it.
void centre_positions(Matrix& masked, const std::vector<char>& placed);

}  // namespace sfumato::stats
