// Conditions of WHERE and HAVING. Brackets are the only recursion, and their depth is limited.
#pragma once

#include "queries/language/syntax.hpp"
#include "queries/language/token_cursor.hpp"

namespace sfumato::queries {

enum class Clause : std::uint8_t { where, having };

PredicateSyntax read_condition(TokenCursor& cursor, Clause clause);

}  // namespace sfumato::queries
