// JSON into value trees, and back. The library that parses stays in json.cpp.
#pragma once

#include <string>
#include <string_view>

#include "core/value.hpp"

namespace sfumato::io {

// A syntax error names `source`, the line and the column.
Value parse_json(std::string_view text, const std::string& source);

// Two spaces of indent, short arrays of plain values on one line, numbers in their shortest form, non-finite
// numbers as null, no newline at the end.
std::string json_text(const Value& value);

}  // namespace sfumato::io
