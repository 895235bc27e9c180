// UTF-8: whether bytes are valid, and how they are shown in a message. Every text that is read goes
// through this, so that later code never has an incomplete character.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/shown_text.hpp"

namespace sfumato::io {

// The position of the first byte that belongs to no valid character (overlong forms, surrogates and code
// points beyond U+10FFFF are invalid); npos when all are valid.
std::size_t first_invalid_utf8(std::string_view text);

// An error that names the line when the text is not valid UTF-8 or has a NUL byte.
void require_utf8(std::string_view text, const std::string& source);

// For messages.
using sfumato::quoted;
using sfumato::shown;

}  // namespace sfumato::io
