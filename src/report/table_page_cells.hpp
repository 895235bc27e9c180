// One protection of a table as markup: its sheets, with a colour and a mark for every cell that is suppressed
// or changed, and what the attacker knows about it as a tooltip.
#pragma once

#include <string>

#include "tables/comparison/comparison.hpp"

namespace sfumato::report {

// Legend, sheets, how many cells do not fit, and the sensitive cells as a list. True values are shown. The
// protection has a table. Well-formed, and all text escaped.
std::string protected_sheets(const tables::CellTable& original, const tables::ComparedProtection& protection,
                             std::size_t most_cells);

// Styles that the markup needs in addition to those of the page.
std::string_view protected_sheets_style();

}  // namespace sfumato::report
