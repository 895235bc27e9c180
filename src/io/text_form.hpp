// How delimited text is written, where that is said and not detected: what separates fields, how decimals are
// written, and which bytes stand for which letters.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sfumato::io {

enum class Encoding { utf_8, latin_1, windows_1252, utf_16le, utf_16be };

struct TextForm {
  std::optional<char> delimiter = std::nullopt;      // nothing: detected when read, a comma when written
  std::optional<char> decimal_point = std::nullopt;  // '.' or ','; nothing: detected, or '.' when written
  std::optional<Encoding> encoding = std::nullopt;   // nothing: UTF-8, or what a byte order mark says
  bool byte_order_mark = false;                      // written before UTF-8; UTF-16 always has one
  bool crlf = false;                                 // lines end with \r\n when written
  bool operator==(const TextForm&) const = default;
};

// What `stronger` says, and `weaker` where it says nothing.
TextForm merged(const TextForm& weaker, const TextForm& stronger);

// As users write them; errors are about the parameter that is named. A tab may be written
// "tab" or "\\t".
char parse_delimiter(const std::string& typed, std::string_view parameter = "delimiter");
char parse_decimal_point(const std::string& typed, std::string_view parameter = "decimal");
Encoding parse_encoding(const std::string& typed, std::string_view parameter = "encoding");
std::string_view to_text(Encoding encoding);
const std::vector<std::string>& encoding_names();

// UTF-16 where a byte order mark says so, else nothing.
std::optional<Encoding> marked_encoding(std::string_view bytes);

// The text in UTF-8. Latin-1 has a letter for every byte; five bytes of Windows-1252 have none and become
// the control characters that they are in Latin-1 (WHATWG Encoding Standard). Half a character of UTF-16 is
// an error; its byte order mark is left out.
std::string in_utf8(std::string_view bytes, Encoding encoding);

// Text in UTF-8 as bytes of another encoding, without a byte order mark; nothing where a letter has no place
// in it.
std::optional<std::string> in_encoding(std::string_view text, Encoding encoding);

}  // namespace sfumato::io
