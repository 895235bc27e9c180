// The reserved words of the query language. They cannot be names of tables or columns, so that names never
// need quotes.
#pragma once

#include <string_view>

namespace sfumato::queries {

// Ignores the case of A to Z; other characters are compared exactly.
bool same_word(std::string_view left, std::string_view right);
bool is_reserved(std::string_view word);

// A letter or an underscore, then letters, digits and underscores.
bool is_name_start(char c);
bool is_digit(char c);
bool is_name_part(char c);

}  // namespace sfumato::queries
