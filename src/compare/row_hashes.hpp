// Cells of two tables as 64-bit hashes, equal for equal values: rows are compared by them, whatever the kinds
// of their columns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"

namespace sfumato::compare {

using Hashes = std::vector<std::uint64_t>;

// The hash of two values side by side.
std::uint64_t joined_hash(std::uint64_t first, std::uint64_t second);

// Numbers by value, however they are written, or by text; texts byte for byte; missing values are equal.
Hashes cell_hashes(const Column& column, bool as_text);

// A column of both tables.
struct CommonColumn {
  std::string name;
  Hashes original, masked;
  std::size_t distinct = 0;
};

// Columns that both tables have by name and that vary in the original, those with the most values first, at
// most 16. Both tables have as many rows.
std::vector<CommonColumn> common_columns(const Table& original, const Table& masked, const Run& run);

}  // namespace sfumato::compare
