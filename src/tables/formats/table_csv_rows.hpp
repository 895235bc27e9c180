// The rows of a CSV table before sums are known: columns named, codes numbered in order of appearance,
// everything else in cells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tables/cell_table.hpp"

namespace sfumato::tables {

// The codes of one column in the order in which they appear.
struct Appearing {
  std::string name;
  std::size_t column = 0;
  std::vector<std::string> codes;
  std::vector<std::size_t> lines;  // of the first row of each code
  std::unordered_map<std::string, std::uint32_t> positions;

  std::uint32_t place(std::string_view code, std::size_t line) {
    const auto [entry, is_new] = positions.try_emplace(std::string(code), codes.size());
    if (is_new) {
      codes.emplace_back(code);
      lines.push_back(line);
    }
    return entry->second;
  }
};

struct CsvRows {
  std::vector<Appearing> dimensions;
  std::optional<Appearing> response;
  std::vector<std::uint32_t> coordinates;  // of each row: a code for each dimension, then the response
  std::vector<std::size_t> lines;          // of each row
  std::vector<Cell> cells;
  std::vector<std::uint64_t> hits;
  std::vector<Contributors> contributors;
  bool has_lower = false;  // a column of lower bounds
};

// Fields that are not numbers, rows of another length and unknown columns are errors with their line.
CsvRows read_csv_rows(std::string_view bytes, const std::string& source);

}  // namespace sfumato::tables
