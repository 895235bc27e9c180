// tau-Argus's a-priori files (.hst): what a person knows better than any rule about single cells. Statuses,
// costs, bounds and protection levels are laid over a table that is there already, or taken from one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tables/cell_table.hpp"

namespace sfumato::tables {

struct AprioriOptions {
  std::optional<char> separator = {};         // nothing: ';', ',' or tab, whichever the first line has
  bool ignore_errors = false;                 // a line that is wrong changes nothing and becomes a note
  std::vector<std::string>* notes = nullptr;  // of the lines that were ignored
};

// A line per change, separated by the separator: a code for each dimension
// (the total's name, or nothing, for the total), then one of, in any case,
//   s  u  p  z  m  ml      the status: safe, unsafe, protected (p or z), secondary (m or ml)
//   c COST   w COST        the cost of suppressing it
//   pl LOWER UPPER         protection levels
//   ab LOWER UPPER         what an attacker knows: bounds that hold the value
// In a table without dimensions the number of the cell, from 0, stands for the codes. Unknown codes, changes
// of one thing twice and bad numbers are errors with line and column.
void lay_apriori(CellTable& table, const std::string& path, const AprioriOptions& options = {});
void parse_apriori(CellTable& table, std::string_view text, const std::string& source,
                   const AprioriOptions& options = {});

// What there is to say of the cells: statuses but safe ones, levels but 0, costs that are not the value, and
// bounds where there are both. Laid over the same table with nothing of that, it brings it back. Fields are
// separated by ';', or by what no code has; sliding levels have no place there. An error for several
// responses.
std::string apriori_text(const CellTable& table);

}  // namespace sfumato::tables
