// Fast checks over all bytes of a delimited file for what Arrow would take without a word: zeros in
// front of numbers, hexadecimal numbers, text after a closing quote, bytes that are no text.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/run.hpp"
#include "io/csv_scanner.hpp"

namespace sfumato::io {

struct ByteChecks {
  bool nul = false;
  bool ascii = true;
  // By column, 1 where some field (or a word in it) starts like 007, 0x1F, +5 or -0: were it a column of
  // numbers, it would have to be converted with care. The very first field is
  // left out, since the plan of the columns has seen it; meaningless where `misquoted`.
  std::vector<std::uint8_t> padded = {};
  bool misquoted = false;         // a quote is not closed, or followed by text
  bool quoted_line_ends = false;  // some quoted field goes over several lines
  std::size_t longest_line = 0;   // an upper bound, in bytes
};

// `bytes` are rows of `columns` fields; whatever stands beyond these is only looked at for what concerns the
// whole file.
ByteChecks check_bytes(std::string_view bytes, std::size_t columns, CsvSyntax syntax, char decimal_point,
                       const Run& run);

}  // namespace sfumato::io
