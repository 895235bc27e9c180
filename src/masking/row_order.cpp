// Of n values with multiplicities c₁, c₂, …, ∏cᵢ!/n! of all orders are ascending, and as many descending.
#include "masking/row_order.hpp"

#include <algorithm>
#include <cmath>

namespace sfumato::masking {
namespace {

constexpr double rare = 1e-6;

double log_factorial(std::size_t n) { return std::lgamma(static_cast<double>(n) + 1.0); }

bool sorted_beyond_chance(const Column& column) {
  Numbers values = column.to_numbers();
  std::erase_if(values, [](double value) { return std::isnan(value); });
  if (!std::is_sorted(values.begin(), values.end()) && !std::is_sorted(values.rbegin(), values.rend())) {
    return false;
  }
  double log_chance = std::log(2.0) - log_factorial(values.size());
  for (std::size_t begin = 0; begin < values.size();) {
    std::size_t end = begin + 1;
    while (end < values.size() && values[end] == values[begin]) ++end;
    log_chance += log_factorial(end - begin);
    begin = end;
  }
  return log_chance < std::log(rare);
}

bool goes_with_rows(const Column& column) {
  const Numbers values = column.to_numbers();
  std::size_t up = 0, down = 0;
  for (std::size_t row = 1; row < values.size(); ++row) {
    up += values[row - 1] < values[row] ? 1 : 0;
    down += values[row - 1] > values[row] ? 1 : 0;
  }
  return up + down >= 20 && 10 * std::max(up, down) >= 9 * (up + down);
}

}  // namespace

std::optional<ColumnId> ordered_by(const Table& table, const ColumnSet& columns) {
  for (const ColumnId id : columns) {
    if (goes_with_rows(table.column(id))) return id;
  }
  return std::nullopt;
}

std::optional<ColumnId> sorted_by(const Table& table, const ColumnSet& columns) {
  for (const ColumnId id : columns) {
    if (sorted_beyond_chance(table.column(id))) return id;
  }
  return std::nullopt;
}

}  // namespace sfumato::masking
