// Requirements of a table and of a rule, checked before any cell is evaluated. Without these checks a rule
// that cannot be evaluated would look like a table without sensitive cells.
#pragma once

#include "tables/rules/rules.hpp"

namespace sfumato::tables {

inline constexpr std::size_t most_rules = 63;

// Whether the rule uses amounts, and not only counts.
bool looks_at_amounts(const Rule& rule);

// Whether the cell's values are counts of respondents.
bool counts_respondents(const CellTable& table, std::size_t cell);

// An error where some rule could not be evaluated.
void check_demands(const CellTable& table, const RuleOptions& options);

}  // namespace sfumato::tables
