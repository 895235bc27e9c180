// What all files of tau-Argus share: words that may stand in quotes, fields between separators, and numbers
// whose decimals may follow a comma. Each of its formats is read through these, so that all agree.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tables/decimal.hpp"
#include "tables/formats/text_lines.hpp"

namespace sfumato::tables {

// Takes the next word off `rest`: text in double quotes (which go), a keyword in angle brackets, or what ends
// at a blank. Nothing at the end of the line; a quote that is never closed is an error of that line.
struct ArgusWord {
  std::string_view text;
  bool quoted = false;
  bool keyword() const { return !quoted && text.starts_with('<'); }
};
std::optional<ArgusWord> take_argus_word(std::string_view& rest, const TextLines& lines);

// The fields of a line, trimmed; a field may stand in double quotes, and then have the separator in it.
// `fields` is used again from line to line. False: a quote is never closed, or text
// follows after it.
bool split_argus_fields(std::string_view line, char separator, std::vector<std::string_view>& fields);

// A number with a point or, where `comma` is allowed, one comma before its decimals.
std::optional<Decimal> parse_argus_decimal(std::string_view text, bool comma);

// "<TOTCODE>" for "<totcode>": keywords and letters are known in any case. ASCII only.
std::string upper_case(std::string_view text);

}  // namespace sfumato::tables
