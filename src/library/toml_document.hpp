// The job `toml` of the library: recipes, plans and descriptions of columns between the text of their files
// and JSON, for callers that cannot read TOML themselves.
#pragma once

#include "core/value.hpp"
#include "library/endpoint.hpp"

namespace sfumato::library {

// {"text": …} → {"document": …}; {"document": …} → {"text": …}
Outcome toml_document(const Value& request, const Inputs& inputs, const Run& run);

}  // namespace sfumato::library
