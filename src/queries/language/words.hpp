// The words of the query language. A table or a column has none of them for its name, so that names never
// need quotes.
#pragma once

#include <string_view>

namespace sfumato::queries {

// Letters are A to Z here; other characters are compared as they are.
bool same_word(std::string_view left, std::string_view right);
bool is_reserved(std::string_view word);

// A letter or an underscore, then letters, digits and underscores.
bool is_name_start(char c);
bool is_digit(char c);
bool is_name_part(char c);

}  // namespace sfumato::queries
