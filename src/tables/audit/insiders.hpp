// Respondents who are alone in suppressed cells: they know their own contribution, and with it those cells.
// To such an insider its cells are published.
#pragma once

#include <cstdint>
#include <vector>

#include "tables/cell_table.hpp"

namespace sfumato::tables {

struct Insider {
  std::int64_t contributor = -1;   // as in Contribution; -1: not known, alone in one cell
  std::vector<std::size_t> cells;  // suppressed, ascending
};

// In the order of their first cells. Where a table has holdings, the holding is the one who knows. One of two
// contributors to a cell knows more than others too; that is what the p % rule and its kin are for.
std::vector<Insider> find_insiders(const CellTable& table);

}  // namespace sfumato::tables
