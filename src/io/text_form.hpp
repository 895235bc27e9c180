// How delimited text is written, where that is said and not detected: what separates fields, how decimals are
// written, and which bytes stand for which letters.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sfumato::io {

enum class Encoding { utf_8, latin_1, windows_1252 };

struct TextForm {
  std::optional<char> delimiter = std::nullopt;      // nothing: detected
  std::optional<char> decimal_point = std::nullopt;  // '.' or ','; nothing: detected
  Encoding encoding = Encoding::utf_8;
  bool operator==(const TextForm&) const = default;
};

// As users write them; errors are about the parameters ‹delimiter›, ‹decimal› and ‹encoding›. A tab may be
// written "tab" or "\\t".
char parse_delimiter(const std::string& typed);
char parse_decimal_point(const std::string& typed);
Encoding parse_encoding(const std::string& typed);
std::string_view to_text(Encoding encoding);
const std::vector<std::string>& encoding_names();

// The text in UTF-8. Latin-1 has a letter for every byte; five bytes of Windows-1252 have none and become
// the control characters that they are in Latin-1 (WHATWG Encoding Standard).
std::string in_utf8(std::string_view bytes, Encoding encoding);

}  // namespace sfumato::io
