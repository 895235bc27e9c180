// A value enclosed from p on counts at 11 − p of the ten widths.
#include "stats/ranks/interval_shares.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/number_limits.hpp"
#include "core/number_text.hpp"
#include "stats/covers/cover_positions.hpp"
#include "stats/covers/covered_column.hpp"
#include "stats/linear/records.hpp"
#include "stats/ranks/ranks.hpp"

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

constexpr double rounding_of_means = 1e-12;

// In a column with labels a cell discloses at p where its position is at most n·p/100 ranks away.
std::vector<int> least_position_widths(const CoveredColumn& column, const CompletePairs& pairs,
                                       std::size_t j) {
  const auto values = pairs.original.column(j);
  std::vector<double> ascending(values.begin(), values.end());
  std::sort(ascending.begin(), ascending.end());
  const std::vector<double> positions =
      cell_positions(column, ascending, column.numbers, weights_of(column, pairs.rows));
  const std::vector<double> ranks = average_ranks(values);
  const auto n = static_cast<double>(ranks.size());
  std::vector<int> result(ranks.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    const double apart = std::fabs(ranks[i] - positions[static_cast<std::size_t>(pairs.masked(i, j))]);
    int p = 1;
    while (p <= widths && 100.0 * apart > n * p * (1.0 + rounding_of_means)) ++p;
    result[i] = p;
  }
  return result;
}

}  // namespace

Score interval_score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run,
                     const LeastWidths& least_widths, bool by_position) {
  std::vector<std::optional<CoveredColumn>> coarse(columns.size());
  if (by_position) coarse = coarse_columns(original, masked, columns, true);
  Matrix cells = numbers(masked, columns);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    for (std::size_t i = 0; coarse[j] && i < cells.rows(); ++i) {
      cells(i, j) = coarse[j]->masked[i] < 0 ? nan : static_cast<double>(coarse[j]->masked[i]);
    }
  }
  const CompletePairs pairs = complete_pairs(numbers(original, columns), std::move(cells));
  Score result;
  describe(pairs, result.details);
  result.note = cover_reason(coarse);
  if (!result.note.empty()) return result;
  if (pairs.rows.empty()) {
    result.note = "no record is complete in the compared columns";
    return result;
  }
  std::vector<std::vector<int>> least(columns.size());
  run.parallel(columns.size(), [&](std::size_t j) {
    least[j] = coarse[j] ? least_position_widths(*coarse[j], pairs, j)
                         : least_widths(pairs.original.column(j), pairs.masked.column(j));
  });
  add_shares(least, pairs, original, columns, result);
  result.note = cover_note(coarse);
  result.reading =
      rounded(*result.value, 3) + " % of original values lie in a narrow interval around their masked value";
  return result;
}

}  // namespace sfumato::stats
