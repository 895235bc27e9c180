// The report of `table check`: the sensitive cells, their rules and protection levels, and a description of
// what publishing them would disclose.
#pragma once

#include "report/report.hpp"
#include "tables/rules/rules.hpp"

namespace sfumato::report {

// How many cells the text shows; the JSON document has all of them.
inline constexpr std::size_t most_cells_shown = 40;

// Notes become warnings.
Report table_check_report(const tables::CheckedTable& checked, std::size_t most_shown = most_cells_shown);

// A decimal number for JSON: an integer where possible.
Value number_value(const tables::Decimal& number);

}  // namespace sfumato::report
