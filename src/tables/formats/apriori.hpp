// tau-Argus's a-priori files (.hst): prior knowledge about single cells. Statuses, costs, bounds and
// protection levels are applied to an existing table, or taken from one.
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
//   ab LOWER UPPER         the attacker's prior bounds, which contain the value
// In a table without dimensions the number of the cell, from 0, replaces the codes. Unknown codes, changes
// of one thing twice and bad numbers are errors with line and column.
void apply_apriori(CellTable& table, const std::string& path, const AprioriOptions& options = {});
void parse_apriori(CellTable& table, std::string_view text, const std::string& source,
                   const AprioriOptions& options = {});

// Writes the changes: statuses other than safe, levels other than 0, costs other than the value, and bounds
// where there are both. Applied to the same table without these, it restores them. Fields are separated by
// ';', or by a separator that no code contains; sliding levels cannot be stored. An error for several
// responses.
std::string apriori_text(const CellTable& table);

}  // namespace sfumato::tables
