// The check that a table of a TOML or JSON file has no key that is not known: a misspelt one would be
// ignored.
#pragma once

#include <string>
#include <vector>

#include "core/value.hpp"

namespace sfumato::io {

// `where` names the table in the error; its hint is the closest key, or all that are allowed.
void require_known_keys(const Value& table, const std::string& where, const std::vector<std::string>& keys);

}  // namespace sfumato::io
