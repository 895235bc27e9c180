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

// ⌊a / 100⌋.
std::int64_t hundredth(std::int64_t a) { return a >= 0 ? a / 100 : -((99 - a) / 100); }

// What each record adds to the value, in percent.
std::vector<double> shares_of_records(const std::vector<std::vector<int>>& least, std::size_t records) {
  std::vector<double> result(records);
  const auto m = static_cast<double>(least.size());
  for (const std::vector<int>& column : least) {
    for (std::size_t i = 0; i < column.size(); ++i) {
      if (column[i] <= widths) result[i] += 100.0 * (widths + 1 - column[i]) / (widths * m);
    }
  }
  return result;
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
    result[i] = least_position_width(
        std::fabs(ranks[i] - positions[static_cast<std::size_t>(pairs.masked(i, j))]), n);
  }
  return result;
}

}  // namespace

int least_rank_width(std::int64_t n, std::int64_t r, std::int64_t upto, std::int64_t below) {
  for (int p = 1; p <= widths; ++p) {
    const std::int64_t lower = std::clamp<std::int64_t>(hundredth(100 * r - n * p), 1, n);
    const std::int64_t upper = std::clamp<std::int64_t>(hundredth(100 * r + n * p), 1, n);
    if (upto >= lower && below < upper) return p;
  }
  return widths + 1;
}

int least_position_width(double apart, double n) {
  int p = 1;
  while (p <= widths && 100.0 * apart > n * p * (1.0 + rounding_of_means)) ++p;
  return p;
}

int least_sd_width(double x, double masked, double sd) {
  const double difference = std::fabs(x - masked);
  int p = 1;
  while (p <= widths && !(difference <= p * sd / 200.0)) ++p;
  return p;
}

void set_interval_shares(const IntervalCounts& counts, std::size_t records,
                         const std::vector<std::string>& names, Score& result) {
  const auto n = static_cast<double>(records), m = static_cast<double>(names.size());
  std::array<std::uint64_t, widths> enclosed{};  // from which p on
  Value per_column = Value::object();
  std::uint64_t total = 0;
  for (std::size_t j = 0; j < names.size(); ++j) {
    std::uint64_t hits = 0;
    for (std::size_t p = 0; p < widths; ++p) {
      enclosed[p] += counts.columns[j][p];
      hits += counts.columns[j][p] * (widths - p);
    }
    per_column.set(names[j], 100.0 * static_cast<double>(hits) / (n * widths));
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
  result.reading =
      rounded(*result.value, 3) + " % of original values lie in a narrow interval around their masked value";
}

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
  IntervalCounts counts{std::vector<IntervalCounts::Widths>(columns.size())};
  for (std::size_t j = 0; j < columns.size(); ++j) {
    for (const int p : least[j]) ++counts.columns[j][static_cast<std::size_t>(p - 1)];
  }
  set_interval_shares(counts, pairs.rows.size(), original.names(columns), result);
  result.per_record =
      at_rows(shares_of_records(least, pairs.rows.size()), pairs.rows, pairs.rows.size() + pairs.dropped);
  result.note = cover_note(coarse);
  return result;
}

}  // namespace sfumato::stats
