// The terms of a database in its file terms.toml: its protection, parameters and neighbours.
#pragma once

#include <string>
#include <string_view>

#include "queries/database.hpp"

namespace sfumato::queries {

std::string terms_text(const DatabaseTerms& terms);
// Unknown keys are errors; an error names `source`.
DatabaseTerms parse_terms(std::string_view text, const std::string& source);

}  // namespace sfumato::queries
