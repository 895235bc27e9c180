// The items of SELECT and GROUP BY: aggregates, and grouped columns with their bands.
#pragma once

#include <string>

#include "queries/language/syntax.hpp"
#include "queries/language/token_cursor.hpp"

namespace sfumato::queries {

// "ask for COUNT(*), …"
std::string aggregates_hint();

// Is a word the name of an aggregate?
bool is_aggregate(std::string_view word);
// An aggregate with its argument; the cursor is at a word and a bracket.
AggregateSyntax read_aggregate(TokenCursor& cursor);

// YEAR(c), MONTH(c) or another part of a date is next.
bool at_part_of_date(const TokenCursor& cursor);
// c, c / number, YEAR(c), MONTH(c) and so on.
GroupingSyntax read_grouping(TokenCursor& cursor, std::string_view expected);

// The name after AS, if there is one.
std::optional<NameSyntax> read_alias(TokenCursor& cursor);

}  // namespace sfumato::queries
