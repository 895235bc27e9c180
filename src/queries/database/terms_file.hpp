// The terms of a database in its file terms.toml: its protection, parameters and neighbours.
#pragma once

#include <string>
#include <string_view>

#include "core/value.hpp"
#include "queries/database.hpp"

namespace sfumato::queries {

Value terms_document(const DatabaseTerms& terms);
std::string terms_text(const DatabaseTerms& terms);
// Unknown keys are errors; an error names `source`.
DatabaseTerms read_terms(const Value& document, const std::string& source);
DatabaseTerms parse_terms(std::string_view text, const std::string& source);

}  // namespace sfumato::queries
