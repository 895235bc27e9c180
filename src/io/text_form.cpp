#include "io/text_form.hpp"

#include <array>
#include <cstdint>

#include "core/error.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

// The letters of the bytes 0x80 to 0x9F in Windows-1252.
constexpr std::array<std::uint16_t, 32> windows_letters{
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

// A code point from U+0080 to U+FFFF.
void append_letter(std::string& text, unsigned letter) {
  if (letter < 0x800) {
    text += static_cast<char>(0xC0U | (letter >> 6U));
  } else {
    text += static_cast<char>(0xE0U | (letter >> 12U));
    text += static_cast<char>(0x80U | ((letter >> 6U) & 0x3FU));
  }
  text += static_cast<char>(0x80U | (letter & 0x3FU));
}

}  // namespace

char parse_delimiter(const std::string& typed) {
  if (typed == "tab" || typed == "\\t") return '\t';
  const bool plain = typed.size() == 1 && (typed[0] == '\t' || (typed[0] >= ' ' && typed[0] <= '~'));
  const bool letter =
      plain && ((typed[0] >= '0' && typed[0] <= '9') || (typed[0] >= 'a' && typed[0] <= 'z') ||
                (typed[0] >= 'A' && typed[0] <= 'Z') || typed[0] == '"' || typed[0] == '\'' ||
                typed[0] == '.' || typed[0] == '-' || typed[0] == '+');
  if (!plain || letter) {
    bad_param("delimiter", "‹delimiter› cannot be '" + shown(typed) + "'",
              "one character between fields, such as , or ; or | or tab");
  }
  return typed[0];
}

char parse_decimal_point(const std::string& typed) {
  if (typed == "." || typed == ",") return typed[0];
  bad_param("decimal", "‹decimal› cannot be '" + shown(typed) + "'", "write . or ,");
}

const std::vector<std::string>& encoding_names() {
  static const std::vector<std::string> names{"utf-8", "latin-1", "windows-1252"};
  return names;
}

std::string_view to_text(Encoding encoding) { return encoding_names()[static_cast<std::size_t>(encoding)]; }

Encoding parse_encoding(const std::string& typed) {
  for (std::size_t i = 0; i < encoding_names().size(); ++i) {
    if (encoding_names()[i] == typed) return static_cast<Encoding>(i);
  }
  bad_param("encoding", "‹encoding› cannot be '" + shown(typed) + "'", "utf-8, latin-1 or windows-1252");
}

std::string in_utf8(std::string_view bytes, Encoding encoding) {
  if (encoding == Encoding::utf_8) return std::string(bytes);
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 8);
  for (const char one : bytes) {
    const auto byte = static_cast<unsigned char>(one);
    if (byte < 0x80) {
      text += one;
    } else {
      const bool special = encoding == Encoding::windows_1252 && byte < 0xA0;
      append_letter(text, special ? windows_letters[byte - 0x80U] : byte);
    }
  }
  return text;
}

}  // namespace sfumato::io
