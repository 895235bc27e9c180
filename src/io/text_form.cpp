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

// A code point in UTF-8.
void append_letter(std::string& text, unsigned letter) {
  if (letter < 0x80) {
    text += static_cast<char>(letter);
    return;
  }
  if (letter < 0x800) {
    text += static_cast<char>(0xC0U | (letter >> 6U));
  } else if (letter < 0x10000) {
    text += static_cast<char>(0xE0U | (letter >> 12U));
    text += static_cast<char>(0x80U | ((letter >> 6U) & 0x3FU));
  } else {
    text += static_cast<char>(0xF0U | (letter >> 18U));
    text += static_cast<char>(0x80U | ((letter >> 12U) & 0x3FU));
    text += static_cast<char>(0x80U | ((letter >> 6U) & 0x3FU));
  }
  text += static_cast<char>(0x80U | (letter & 0x3FU));
}

constexpr std::string_view mark_le = "\xFF\xFE", mark_be = "\xFE\xFF";

bool is_high(unsigned unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low(unsigned unit) { return unit >= 0xDC00 && unit < 0xE000; }

std::string from_utf16(std::string_view bytes, bool little) {
  if (bytes.starts_with(little ? mark_be : mark_le)) {
    bad_param("encoding", "its byte order mark says that it has the other byte order",
              "leave ‹encoding› out");
  }
  if (bytes.starts_with(little ? mark_le : mark_be)) bytes.remove_prefix(2);
  const auto unit = [&](std::size_t at) {
    const unsigned first = static_cast<unsigned char>(bytes[at]);
    const unsigned second = static_cast<unsigned char>(bytes[at + 1]);
    return little ? first | (second << 8U) : second | (first << 8U);
  };
  std::string text;
  text.reserve(bytes.size() / 2 + bytes.size() / 8);
  std::size_t line = 1;
  const auto refuse = [&] {
    bad_input("line " + std::to_string(line) + ": not valid UTF-16, half of a character",
              "save the file again in the program that made it");
  };
  if (bytes.size() % 2 != 0) bad_input("not valid UTF-16, an odd number of bytes", "the file may be cut off");
  for (std::size_t at = 0; at < bytes.size(); at += 2) {
    unsigned letter = unit(at);
    if (is_low(letter)) refuse();
    if (is_high(letter)) {
      const unsigned low = at + 2 < bytes.size() ? unit(at + 2) : 0;
      if (!is_low(low)) refuse();
      letter = 0x10000U + ((letter - 0xD800U) << 10U) + (low - 0xDC00U);
      at += 2;
    }
    line += letter == '\n' ? 1 : 0;
    append_letter(text, letter);
  }
  return text;
}

// The code point that begins at `at` in valid UTF-8; moves behind it.
unsigned next_letter(std::string_view text, std::size_t& at) {
  const unsigned first = static_cast<unsigned char>(text[at++]);
  const unsigned length = first < 0x80 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
  unsigned letter = length == 0 ? first : first & (0x3FU >> length);
  for (unsigned i = 0; i < length && at < text.size(); ++i) {
    letter = (letter << 6U) | (static_cast<unsigned char>(text[at++]) & 0x3FU);
  }
  return letter;
}

void append_unit(std::string& bytes, unsigned unit, bool little) {
  const char low = static_cast<char>(unit & 0xFFU), high = static_cast<char>(unit >> 8U);
  bytes += little ? low : high;
  bytes += little ? high : low;
}

// The byte of a letter in an encoding of one byte a letter.
std::optional<char> byte_of(unsigned letter, Encoding encoding) {
  const bool windows = encoding == Encoding::windows_1252;
  if (letter < 0x80 || (letter >= 0xA0 && letter < 0x100)) return static_cast<char>(letter);
  if (!windows && letter < 0x100) return static_cast<char>(letter);
  for (std::size_t i = 0; windows && i < windows_letters.size(); ++i) {
    if (windows_letters[i] == letter) return static_cast<char>(0x80U + i);
  }
  return std::nullopt;
}

}  // namespace

char parse_delimiter(const std::string& typed, std::string_view parameter) {
  if (typed == "tab" || typed == "\\t") return '\t';
  const bool plain = typed.size() == 1 && (typed[0] == '\t' || (typed[0] >= ' ' && typed[0] <= '~'));
  const bool letter =
      plain && ((typed[0] >= '0' && typed[0] <= '9') || (typed[0] >= 'a' && typed[0] <= 'z') ||
                (typed[0] >= 'A' && typed[0] <= 'Z') || typed[0] == '"' || typed[0] == '\'' ||
                typed[0] == '.' || typed[0] == '-' || typed[0] == '+');
  if (!plain || letter) {
    bad_param(parameter, param_reference(parameter) + " cannot be '" + shown(typed) + "'",
              "one character between fields, such as , or ; or | or tab");
  }
  return typed[0];
}

char parse_decimal_point(const std::string& typed, std::string_view parameter) {
  if (typed == "." || typed == ",") return typed[0];
  bad_param(parameter, param_reference(parameter) + " cannot be '" + shown(typed) + "'", "write . or ,");
}

const std::vector<std::string>& encoding_names() {
  static const std::vector<std::string> names{"utf-8", "latin-1", "windows-1252", "utf-16le", "utf-16be"};
  return names;
}

std::string_view to_text(Encoding encoding) { return encoding_names()[static_cast<std::size_t>(encoding)]; }

Encoding parse_encoding(const std::string& typed, std::string_view parameter) {
  for (std::size_t i = 0; i < encoding_names().size(); ++i) {
    if (encoding_names()[i] == typed) return static_cast<Encoding>(i);
  }
  bad_param(parameter, param_reference(parameter) + " cannot be '" + shown(typed) + "'",
            "utf-8, latin-1, windows-1252, utf-16le or utf-16be");
}

std::string in_utf8(std::string_view bytes, Encoding encoding) {
  if (encoding == Encoding::utf_8) return std::string(bytes);
  if (encoding == Encoding::utf_16le || encoding == Encoding::utf_16be) {
    return from_utf16(bytes, encoding == Encoding::utf_16le);
  }
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

TextForm merged(const TextForm& weaker, const TextForm& stronger) {
  TextForm both = weaker;
  if (stronger.delimiter) both.delimiter = stronger.delimiter;
  if (stronger.decimal_point) both.decimal_point = stronger.decimal_point;
  if (stronger.encoding) both.encoding = stronger.encoding;
  both.byte_order_mark = both.byte_order_mark || stronger.byte_order_mark;
  both.crlf = both.crlf || stronger.crlf;
  return both;
}

std::optional<Encoding> marked_encoding(std::string_view bytes) {
  if (bytes.starts_with(mark_le)) return Encoding::utf_16le;
  if (bytes.starts_with(mark_be)) return Encoding::utf_16be;
  return std::nullopt;
}

std::optional<std::string> in_encoding(std::string_view text, Encoding encoding) {
  if (encoding == Encoding::utf_8) return std::string(text);
  const bool wide = encoding == Encoding::utf_16le || encoding == Encoding::utf_16be;
  const bool little = encoding == Encoding::utf_16le;
  std::string bytes;
  bytes.reserve(wide ? 2 * text.size() : text.size());
  for (std::size_t at = 0; at < text.size();) {
    const unsigned letter = next_letter(text, at);
    if (wide) {
      if (letter >= 0x10000) append_unit(bytes, 0xD800U + ((letter - 0x10000U) >> 10U), little);
      append_unit(bytes, letter >= 0x10000 ? 0xDC00U + ((letter - 0x10000U) & 0x3FFU) : letter, little);
    } else {
      const std::optional<char> byte = byte_of(letter, encoding);
      if (!byte) return std::nullopt;
      bytes += *byte;
    }
  }
  return bytes;
}

}  // namespace sfumato::io
