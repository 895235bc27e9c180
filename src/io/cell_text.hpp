// What the text of one cell can mean: an integer, a number, a date, a mark for a missing value, or
// just text. Detection, conversion and writing share these rules, so that what is written reads back.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace sfumato::io {

enum class CellClass {
  empty,          // nothing, or only spaces
  integer,        // fits 64 bits and is written the one way in which integers are: no zeros in front, no '+'
  large_integer,  // such an integer beyond 64 bits
  number,         // any other finite decimal number; -0 is one, since integers have no sign of zero
  padded_number,  // a number with zeros in front or a '+', which would not be written back
  infinite,       // inf, infinity, or a number beyond the doubles
  date,           // YYYY-MM-DD
  token,          // one of the usual marks for a missing value
  text
};

// Spaces and tabs around numbers are ignored; dates and tokens have none.
CellClass classify(std::string_view text, char decimal_point);

// The usual marks for a missing value in columns of numbers and dates, "NA" first; in columns of text
// only "NA" is one.
std::span<const std::string_view> missing_tokens();
bool is_missing_token(std::string_view text);

// The number in a cell of any numeric class, nothing otherwise (infinite, too). Below the smallest
// double it is a zero of the same sign.
std::optional<double> cell_number(std::string_view text, char decimal_point);
std::optional<std::int64_t> cell_integer(std::string_view text);

// Without the spaces and tabs around it.
std::string_view trimmed(std::string_view text);

}  // namespace sfumato::io
