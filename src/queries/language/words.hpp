// The reserved words of the query language. They cannot be names of tables or columns, so that names never
// need quotes.
#pragma once

#include <array>
#include <string_view>

#include "queries/query.hpp"

namespace sfumato::queries {

// Ignores the case of A to Z; other characters are compared exactly.
bool same_word(std::string_view left, std::string_view right);
// The parts of a date that can be grouped by, and their words: YEAR, MONTH, …
inline constexpr std::array date_parts{Banding::Kind::year, Banding::Kind::month, Banding::Kind::quarter,
                                       Banding::Kind::week, Banding::Kind::day,   Banding::Kind::weekday};
std::string_view date_part_word(Banding::Kind kind);

bool is_reserved(std::string_view word);

// A letter or an underscore, then letters, digits and underscores.
bool is_name_start(char c);
bool is_digit(char c);
bool is_name_part(char c);

}  // namespace sfumato::queries
