// Text in double quotes with escapes, as JSON and TOML both write it.
#pragma once

#include <string>
#include <string_view>

namespace sfumato::io {

// Control characters become \n, \r, \t or \u00XX; other bytes stay as they are.
void append_quoted(std::string& out, std::string_view text);

}  // namespace sfumato::io
