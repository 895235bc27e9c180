// A value enclosed from p on counts at 11 − p of the ten widths.
#include "stats/ranks/interval_shares.hpp"

#include <array>

#include "core/number_text.hpp"
#include "stats/linear/records.hpp"

namespace sfumato::stats {
namespace {

// Shares in percent, each over all columns, of the values that are enclosed from `least` on.
void add_shares(const std::vector<std::vector<int>>& least, const CompletePairs& pairs, const Table& original,
                const ColumnSet& columns, Score& result) {
  const auto n = static_cast<double>(pairs.rows.size()), m = static_cast<double>(columns.size());
  std::array<std::uint64_t, widths> enclosed{};  // from which p on
  std::vector<double> by_record(pairs.rows.size());
  Value per_column = Value::object();
  std::uint64_t total = 0;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    std::uint64_t hits = 0;
    for (std::size_t i = 0; i < least[j].size(); ++i) {
      if (least[j][i] > widths) continue;
      ++enclosed[static_cast<std::size_t>(least[j][i] - 1)];
      hits += static_cast<std::uint64_t>(widths + 1 - least[j][i]);
      by_record[i] += 100.0 * (widths + 1 - least[j][i]) / (widths * m);
    }
    per_column.set(original.info(columns[j]).name, 100.0 * static_cast<double>(hits) / (n * widths));
    total += hits;
  }
  Value per_width = Value::object();
  std::uint64_t reached = 0;
  for (std::size_t p = 0; p < widths; ++p) {
    reached += enclosed[p];
    per_width.set(std::to_string(p + 1), 100.0 * static_cast<double>(reached) / (n * m));
  }
  result.value = 100.0 * static_cast<double>(total) / (n * m * widths);
  result.details.set("per_p", per_width).set("per_column", per_column);
  result.per_record = at_rows(by_record, pairs.rows, pairs.rows.size() + pairs.dropped);
}

}  // namespace

Score interval_score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run,
                     const LeastWidths& least_widths) {
  const CompletePairs pairs = complete_pairs(original, masked, columns);
  Score result;
  describe(pairs, result.details);
  if (pairs.rows.empty()) {
    result.note = "no record is complete in the compared columns";
    return result;
  }
  std::vector<std::vector<int>> least(columns.size());
  run.parallel(columns.size(), [&](std::size_t j) {
    least[j] = least_widths(pairs.original.column(j), pairs.masked.column(j));
  });
  add_shares(least, pairs, original, columns, result);
  result.reading =
      rounded(*result.value, 3) + " % of original values lie in a narrow interval around their masked value";
  return result;
}

}  // namespace sfumato::stats
