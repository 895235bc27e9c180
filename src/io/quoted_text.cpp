// One escaping for two formats: what JSON needs is what TOML's basic strings need.
#include "io/quoted_text.hpp"

namespace sfumato::io {

void append_quoted(std::string& out, std::string_view text) {
  constexpr char digits[] = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    const unsigned byte = static_cast<unsigned char>(c);
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (byte < 0x20 || byte == 0x7F) {
          out += {'\\', 'u', '0', '0', digits[byte >> 4U], digits[byte & 15U]};
        } else {
          out += c;
        }
    }
  }
  out += '"';
}

}  // namespace sfumato::io
