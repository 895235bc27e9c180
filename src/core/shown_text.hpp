// Text inside a message: short, and without characters that would steer a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sfumato {

// The length of the well-formed UTF-8 character at the start of `text`, 0 when it is ill-formed
// (Unicode 15, table 3-7).
std::size_t character_length(std::string_view text);

// Control characters escaped, and at most 40 characters.
std::string shown(std::string_view text);
std::string quoted(std::string_view text);  // the same between single quotes

}  // namespace sfumato
