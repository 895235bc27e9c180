// Fast checks over all bytes of a delimited file for what its readers assume: that they are text, and that
// quotes are in valid places.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/run.hpp"
#include "io/column_plan.hpp"
#include "io/csv_scanner.hpp"

namespace sfumato::io {

struct ByteChecks {
  bool nul = false;
  bool utf8 = true;
  bool misquoted = false;         // a quote is not closed, or followed by text, or the field is too long
  bool quoted_line_ends = false;  // some quoted field goes over several lines
};

// `longest` is how many bytes a quoted field may have.
ByteChecks check_bytes(std::string_view bytes, CsvSyntax syntax, const Run& run, const Forget& forget = {},
                       std::size_t longest = SIZE_MAX);

}  // namespace sfumato::io
