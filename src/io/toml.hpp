// TOML into value trees, and back. The library behind it stays in toml.cpp.
#pragma once

#include <string>
#include <string_view>

#include "core/value.hpp"

namespace sfumato::io {

// Dates and times become text. A syntax error names `source`, the line and the column.
Value parse_toml(std::string_view text, const std::string& source);

// An object as a TOML document: plain members first, then tables, in order. Nulls are left out.
std::string toml_text(const Value& document);

}  // namespace sfumato::io
