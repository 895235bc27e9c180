// The terms of a database in its file terms.toml: how it is protected and by which neighbours.
#pragma once

#include <string>
#include <string_view>

#include "queries/database.hpp"

namespace sfumato::queries {

std::string terms_text(const DatabaseTerms& terms);
// Read strictly; an error names `source`.
DatabaseTerms parse_terms(std::string_view text, const std::string& source);

}  // namespace sfumato::queries
