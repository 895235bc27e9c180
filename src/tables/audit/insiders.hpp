// Respondents who are alone in suppressed cells: they know their own contribution, and with it those cells.
// For such an insider its cells count as published.
#pragma once

#include <cstdint>
#include <vector>

#include "tables/cell_table.hpp"

namespace sfumato::tables {

struct Insider {
  std::int64_t contributor = -1;   // as in Contribution; -1: not identified
  std::vector<std::size_t> cells;  // suppressed, ascending
};

// In the order of their first cells. Where a table has holdings, the insider is the holding. One of two
// contributors to a cell also knows more than an outsider; the p % rule and similar rules treat that case.
std::vector<Insider> find_insiders(const CellTable& table);

// The contribution of this contributor to the cell, as far as the table has kept it; a lower bound of the
// cell that the contributor knows before any publication. 0 where others may have negative amounts, or where
// the contributions are those of a shadow variable.
double own_share(const CellTable& table, std::size_t cell, std::int64_t contributor);

}  // namespace sfumato::tables
