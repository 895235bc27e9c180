// Values are counted by sorting their hashes, so that no pairs of rows are compared.
#include "compare/row_agreement.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "stats/ranks/association.hpp"

namespace sfumato::compare {
namespace {

// How often each value occurs in either column.
struct PairedCounts {
  std::vector<double> original, masked;
};

PairedCounts paired_counts(Hashes before, Hashes after) {
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());
  PairedCounts result;
  for (auto here = before.begin(); here != before.end();) {
    const auto end = std::upper_bound(here, before.end(), *here);
    const auto [low, high] = std::equal_range(after.begin(), after.end(), *here);
    result.original.push_back(static_cast<double>(end - here));
    result.masked.push_back(static_cast<double>(high - low));
    here = end;
  }
  return result;
}

std::size_t equal_places(const Hashes& original, const Hashes& masked) {
  std::size_t result = 0;
  for (std::size_t row = 0; row < original.size(); ++row) result += original[row] == masked[row] ? 1 : 0;
  return result;
}

// By numbers or by texts, ascending or descending, without a missing value.
bool is_sorted_column(const Column& column) {
  if (column.missing_count() > 0) return false;
  if (!column.is_text()) {
    const Numbers numbers = column.to_numbers();
    return std::is_sorted(numbers.begin(), numbers.end()) ||
           std::is_sorted(numbers.begin(), numbers.end(), std::greater<>());
  }
  bool up = true, down = true;
  std::string before = column.text(0);
  for (std::size_t row = 1; row < column.size() && (up || down); ++row) {
    std::string here = column.text(row);
    up = up && before <= here;
    down = down && before >= here;
    before = std::move(here);
  }
  return up || down;
}

bool is_constant(const Column& column) {
  const Hashes hashes = cell_hashes(column, false);
  return std::adjacent_find(hashes.begin(), hashes.end(), std::not_equal_to<>()) == hashes.end();
}

std::optional<double> rank_deviations(const Column& original, const Column& masked) {
  const stats::AssociatedColumn a{.numbers = original.to_numbers()}, b{.numbers = masked.to_numbers()};
  const auto correlation = stats::association(a, b);
  if (!correlation) return std::nullopt;
  std::size_t both = 0;
  for (std::size_t row = 0; row < original.size(); ++row) both += a.missing(row) || b.missing(row) ? 0 : 1;
  return *correlation * std::sqrt(static_cast<double>(both) - 1.0);
}

}  // namespace

std::optional<double> equal_deviations(const Hashes& original, const Hashes& masked) {
  const auto rows = static_cast<double>(original.size());
  const PairedCounts counts = paired_counts(original, masked);
  double products = 0.0, cubes = 0.0;
  for (std::size_t i = 0; i < counts.original.size(); ++i) {
    const double a = counts.original[i], b = counts.masked[i];
    products += a * b;
    cubes += a * b * (a + b);
  }
  const double variance =
      (rows * rows * products - rows * cubes + products * products) / (rows * rows * (rows - 1.0));
  if (!(variance > 1e-9)) return std::nullopt;
  const auto equal = static_cast<double>(equal_places(original, masked));
  return (equal - products / rows) / std::sqrt(variance);
}

// Agreement is 0 where it is what chance gives and 1 for all rows.
bool stayed_in_place(const CommonColumn& column) {
  constexpr double least = 0.5;
  const auto rows = static_cast<double>(column.original.size());
  const PairedCounts counts = paired_counts(column.original, column.masked);
  double chance = 0.0;
  for (std::size_t i = 0; i < counts.original.size(); ++i)
    chance += counts.original[i] / rows * (counts.masked[i] / rows);
  if (!(chance < 1.0)) return true;
  const double equal = static_cast<double>(equal_places(column.original, column.masked)) / rows;
  return (equal - chance) / (1.0 - chance) >= least;
}

bool agree_by_chance(const Table& original, const Table& masked, const Run& run) {
  constexpr std::size_t fewest_rows = 30;
  if (original.rows() != masked.rows() || original.rows() < fewest_rows) return false;
  bool any = false;
  for (ColumnId id = 0; id < original.column_count(); ++id) {
    run.check_stop();
    const std::optional<ColumnId> other = masked.find(original.info(id).name);
    if (!other || original.info(id).role == Role::identifier) continue;
    const Column &before = original.column(id), &after = masked.column(*other);
    if (is_constant(before) || is_constant(after)) continue;
    if (is_sorted_column(before) && is_sorted_column(after)) continue;
    if (before.is_text() != after.is_text()) return false;
    const std::optional<double> deviations =
        before.is_text() ? equal_deviations(cell_hashes(before, false), cell_hashes(after, false))
                         : rank_deviations(before, after);
    if (!deviations || std::fabs(*deviations) > chance_deviations) return false;
    any = true;
  }
  return any;
}

}  // namespace sfumato::compare
