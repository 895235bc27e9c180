// Parts of all tau-Argus formats: words that may be in quotes, fields between separators, and numbers whose
// decimals may follow a comma. All its formats are read with these.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tables/decimal.hpp"
#include "tables/formats/text_lines.hpp"

namespace sfumato::tables {

// Takes the next word from `rest`: text in double quotes (without them), a keyword in angle brackets, or text
// up to a blank. Empty at the end of the line; an unclosed quote is an error of that line.
struct ArgusWord {
  std::string_view text;
  bool quoted = false;
  bool keyword() const { return !quoted && text.starts_with('<'); }
};
std::optional<ArgusWord> take_argus_word(std::string_view& rest, const TextLines& lines);

// The fields of a line, trimmed; a field in double quotes may contain the separator. `fields` is reused from
// line to line. False: a quote is not closed, or text follows after it.
bool split_argus_fields(std::string_view line, char separator, std::vector<std::string_view>& fields);

// A number with a point or, where `comma` is allowed, one comma before its decimals.
std::optional<Decimal> parse_argus_decimal(std::string_view text, bool comma);

// "<TOTCODE>" for "<totcode>": keywords and letters are case-insensitive. ASCII only.
std::string upper_case(std::string_view text);

}  // namespace sfumato::tables
