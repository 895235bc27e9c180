// Delimited text (CSV, TSV; plain or gzip; from a file or a pipe) into a table. A fast reader converts
// what is plain, and a careful one the rest; both give the same values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "io/text_form.hpp"

namespace sfumato::io {

struct CsvContent {
  Table table;
  std::string missing_token;  // the most frequent one in the first block; never a number
  TextForm form = {};         // as it is written
};

struct CsvReadOptions {
  std::optional<char> delimiter = std::nullopt;  // without: detected
  std::optional<char> decimal_point = std::nullopt;
  std::optional<Encoding> encoding = std::nullopt;  // without: UTF-8, or what a byte order mark says
  std::vector<std::string> missing = {};            // tokens for missing values in every column
  Declarations declared = {};                       // kinds, orders and missing tokens control the conversion
};

// "-" is standard input.
CsvContent read_csv(const std::string& path, const CsvReadOptions& options, const Run& run);

// The same from memory; `source` names it in errors, `block` is how many bytes detection looks at.
CsvContent parse_csv(std::string_view bytes, const std::string& source, const CsvReadOptions& options,
                     const Run& run, std::size_t block = 1 << 20);

}  // namespace sfumato::io
