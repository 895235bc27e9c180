// UTF-8 validation by the table of well-formed byte sequences (Unicode 15, table 3-7), with runs of
// ASCII skipped eight bytes at a time, because most files have nothing else.
#include "io/utf8.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "core/error.hpp"

namespace sfumato::io {

std::size_t first_invalid_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (text.size() - at >= sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, text.data() + at, sizeof word);
      if ((word & 0x8080808080808080ULL) == 0) {
        at += sizeof word;
        continue;
      }
    }
    const std::size_t length = character_length(text.substr(at, 4));
    if (length == 0) return at;
    at += length;
  }
  return std::string_view::npos;
}

void require_utf8(std::string_view text, const std::string& source) {
  const auto line = [&](std::size_t at) {
    return std::to_string(1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  };
  if (const std::size_t at = first_invalid_utf8(text); at != std::string_view::npos) {
    bad_input(source + ", line " + line(at) + ": not valid UTF-8", "save the file as UTF-8");
  }
  if (const std::size_t at = text.find('\0'); at != std::string_view::npos) {
    bad_input(source + ", line " + line(at) + ": a NUL byte; this is not a text file");
  }
}

}  // namespace sfumato::io
