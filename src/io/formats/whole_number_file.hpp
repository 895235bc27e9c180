// Columns of whole numbers in a Parquet file: how a queryable database keeps its tables. Only declared
// columns are read back; a file of other columns is an error.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/run.hpp"

namespace sfumato::io {

// NULL is the least value of the type.
using WholeNumbers = std::variant<std::vector<std::int32_t>, std::vector<std::int64_t>>;

struct WholeNumberField {
  std::string name;
  bool wide = false;      // 64 bits, else 32
  bool nullable = false;  // else the file cannot hold NULL
};

struct WholeNumberTable {
  std::size_t rows = 0;
  std::vector<WholeNumbers> columns;  // as the fields; those that were not requested are empty
};

// Columns of equal length and as many as the fields, each of its field's width. Overwrites `path`, which must
// already exist with its final permissions.
void write_whole_numbers(const std::string& path, const std::vector<WholeNumberField>& fields,
                         const std::vector<WholeNumbers>& columns, const Run& run);

// `wanted` are places among the fields. An error where the file is damaged or has other fields, or where a
// value is the code of NULL.
WholeNumberTable read_whole_numbers(const std::string& path, const std::vector<WholeNumberField>& fields,
                                    const std::vector<std::size_t>& wanted);

}  // namespace sfumato::io
