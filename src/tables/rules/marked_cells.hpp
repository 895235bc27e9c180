// Cells that are sensitive, or are not, whatever the rules find: marked by hand without levels of their own,
// or with a code that stands for a missing one. tau-Argus's MAN and MIS.
#pragma once

#include <string_view>

#include "tables/cell_table.hpp"

namespace sfumato::tables {

// Sensitive cells without a level get one of `percent` of their value, in both directions; no level reaches
// beyond what is known of a cell beforehand. How many cells that were.
std::size_t set_marked_levels(CellTable& table, const Decimal& percent);

// Sensitive cells that have this code in some dimension are safe, without levels. How many cells that were.
std::size_t exempt_code(CellTable& table, std::string_view code);

}  // namespace sfumato::tables
