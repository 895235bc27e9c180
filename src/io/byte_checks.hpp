// Fast checks over all bytes of a delimited file for what Arrow would take without a word: zeros in
// front of numbers, hexadecimal numbers, text after a closing quote, bytes that are no text.
#pragma once

#include <string_view>

#include "core/run.hpp"
#include "io/csv_scanner.hpp"

namespace sfumato::io {

struct ByteChecks {
  bool nul = false;
  bool ascii = true;
  // Some field, of any column, starts like 007, 0x1F, +5 or -0: numbers must be converted with care.
  bool padded = false;
  bool misquoted = false;         // a quote is not closed, or followed by text
  bool quoted_line_ends = false;  // some quoted field goes over several lines
  std::size_t longest_line = 0;   // an upper bound, in bytes
};

ByteChecks check_bytes(std::string_view bytes, CsvSyntax syntax, char decimal_point, const Run& run);

}  // namespace sfumato::io
