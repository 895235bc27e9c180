// Respondents who are alone in suppressed cells: they know their own contribution, and with it those cells.
// To such an insider its cells are published.
#pragma once

#include <cstdint>
#include <vector>

#include "tables/cell_table.hpp"

namespace sfumato::tables {

struct Insider {
  std::int64_t contributor = -1;   // as in Contribution; -1: not known by name
  std::vector<std::size_t> cells;  // suppressed, ascending
};

// In the order of their first cells. Where a table has holdings, the holding is the one who knows. One of two
// contributors to a cell knows more than others too; that is what the p % rule and its kin are for.
std::vector<Insider> find_insiders(const CellTable& table);

// What this contributor has given to the cell, as far as the table has kept it; the cell cannot be less, as
// the contributor knows without any publication, and no pattern can make it forget. 0 where others may have
// given negative amounts, or the contributions are those of a shadow variable.
double own_share(const CellTable& table, std::size_t cell, std::int64_t contributor);

}  // namespace sfumato::tables
