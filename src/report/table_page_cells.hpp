// One protection of a table as markup: its sheets, with a colour and a mark for every cell that is left out
// or changed, and what the attacker knows of it where somebody points at it.
#pragma once

#include <string>

#include "tables/comparison/comparison.hpp"

namespace sfumato::report {

// Legend, sheets, how many cells do not fit, and the sensitive cells as a list. True values are shown. The
// protection has a table. Well-formed, and all text escaped.
std::string protected_sheets(const tables::CellTable& original, const tables::ComparedProtection& protection,
                             std::size_t most_cells);

// Styles that the markup needs beside those of the page.
std::string_view protected_sheets_style();

}  // namespace sfumato::report
