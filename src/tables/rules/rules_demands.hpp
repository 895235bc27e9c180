// What a table must bring, and a rule must be given, before any cell is looked at. Without these checks a
// rule that cannot hit anything would pass for a table without sensitive cells.
#pragma once

#include "tables/rules/rules.hpp"

namespace sfumato::tables {

inline constexpr std::size_t most_rules = 63;

// Does the rule look at amounts, and not only at how many there are?
bool looks_at_amounts(const Rule& rule);

// Are the cell's values numbers of respondents?
bool counts_respondents(const CellTable& table, std::size_t cell);

// An error where some rule could not be evaluated.
void check_demands(const CellTable& table, const RuleOptions& options);

}  // namespace sfumato::tables
