// Escapes and cuts text for messages, whole characters at a time.
#include "core/shown_text.hpp"

#include <algorithm>

namespace sfumato {

std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto trail = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return trail(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool overlong = lead == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = lead == 0xED && byte(1) > 0x9F;
    return trail(1) && trail(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool overlong = lead == 0xF0 && byte(1) < 0x90;
    const bool beyond = lead == 0xF4 && byte(1) > 0x8F;
    return trail(1) && trail(2) && trail(3) && !overlong && !beyond ? 4 : 0;
  }
  return 0;
}

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string result;
  std::size_t characters = 0;
  for (std::size_t at = 0; at < text.size(); ++characters) {
    if (characters == longest) return result + "…";
    const std::size_t length = character_length(text.substr(at, 4));
    const unsigned lead = static_cast<unsigned char>(text[at]);
    if (length > 1) {
      result += text.substr(at, length);
    } else if (length == 0 || lead < 0x20 || lead == 0x7F) {
      constexpr char digits[] = "0123456789abcdef";
      if (lead == '\n') {
        result += "\\n";
      } else if (lead == '\t') {
        result += "\\t";
      } else {
        result += {'\\', 'x', digits[lead >> 4U], digits[lead & 15U]};
      }
    } else {
      result += text[at];
    }
    at += std::max<std::size_t>(length, 1);
  }
  return result;
}

std::string quoted(std::string_view text) {
  std::string result = "'";
  result += shown(text);
  return result += '\'';
}

}  // namespace sfumato
