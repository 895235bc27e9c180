// The dialect of a delimited file, found from its first rows: what separates fields, what quotes
// them, how decimals are written, and whether the first row holds names.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/csv_scanner.hpp"

namespace sfumato::io {

struct Dialect {
  CsvSyntax syntax = {};
  char decimal_point = '.';
  bool header = true;
  bool crlf = false;      // the first line ends with \r\n
  std::size_t start = 0;  // of the first row: after a byte order mark
};

// Looks at whole rows within the first `block` bytes (or as many as two rows need). Bytes that are not text
// are errors that name `source`. A given delimiter or decimal point is used as it is.
Dialect detect_dialect(std::string_view bytes, const std::string& source,
                       std::optional<char> delimiter = std::nullopt, std::size_t block = 1 << 20,
                       std::optional<char> decimal_point = std::nullopt);

// The whole rows in the first `block` bytes, at least `least` if the file has them, at most `most`; fewer
// where the text is malformed.
std::vector<std::vector<CsvField>> first_rows(std::string_view bytes, CsvSyntax syntax, std::size_t block,
                                              std::size_t least, std::size_t most);

}  // namespace sfumato::io
