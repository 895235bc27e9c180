// The JJ format: a table as cells, bounds, protection levels and linear relations, without any names. Solvers
// and other programs for cell suppression exchange their instances in it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tables/cell_table.hpp"

namespace sfumato::tables {

using TextSink = std::function<void(std::string_view)>;

// The line "0"; the number of cells; for each cell `index value cost status lower upper lower_level
// upper_level sliding_level` with status s, u, m or z; the number of relations; for each relation `right
// count : cell (coefficient) …`. Words may be separated by any blanks and cells may be in any order, each
// index from 0 once. Every syntax error has its line; check_table checks whether the table is additive.
CellTable parse_jj(std::string_view text, const std::string& source);

// Cells in order, single blanks, LF. Numbers keep their decimals, so that a file in this form is written
// again byte for byte. The returned notes report what is lost or added (bounds where there are none).
std::vector<std::string> write_jj(const CellTable& table, const TextSink& sink);

}  // namespace sfumato::tables
