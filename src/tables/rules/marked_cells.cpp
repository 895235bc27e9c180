#include "tables/rules/marked_cells.hpp"

#include <algorithm>

#include "tables/rules/rule_type.hpp"

namespace sfumato::tables {

std::size_t set_marked_levels(CellTable& table, const Decimal& percent) {
  std::size_t count = 0;
  for (Cell& cell : table.cells) {
    const bool levels =
        !cell.lower_level.is_zero() || !cell.upper_level.is_zero() || !cell.sliding_level.is_zero();
    if (cell.status != CellStatus::primary || levels) continue;
    // A percentage has two decimals more than the cell, and more where the percentage itself has some.
    const int decimals = std::min(Decimal::most_decimals, cell.value.decimals() + 6);
    const Decimal level = percent_of(percent, Fraction(cell.value).magnitude()).rounded_up(decimals);
    cell.lower_level = cell.lower ? std::min(level, cell.value - *cell.lower) : level;
    cell.upper_level = cell.upper ? std::min(level, *cell.upper - cell.value) : level;
    ++count;
  }
  return count;
}

std::size_t exempt_code(CellTable& table, std::string_view code) {
  std::size_t count = 0;
  for (std::size_t d = 0; d < table.dimensions.size(); ++d) {
    const std::optional<std::size_t> place = table.dimensions[d].find(code);
    if (!place) continue;
    for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
      Cell& one = table.cells[cell];
      if (one.status != CellStatus::primary || table.codes_of(cell)[d] != *place) continue;
      one.status = CellStatus::safe;
      one.lower_level = one.upper_level = one.sliding_level = Decimal();
      ++count;
    }
  }
  return count;
}

}  // namespace sfumato::tables
