// What `table check` has to say: the sensitive cells, the rules that hit each, their levels, and in words
// what publishing them would give away.
#pragma once

#include "report/report.hpp"
#include "tables/rules/rules.hpp"

namespace sfumato::report {

// How many cells the text shows; programs get all of them.
inline constexpr std::size_t most_cells_shown = 40;

// Notes become warnings.
Report table_check_report(const tables::CheckedTable& checked, std::size_t most_shown = most_cells_shown);

// A decimal number for programs: an integer where it is whole.
Value number_value(const tables::Decimal& number);

}  // namespace sfumato::report
