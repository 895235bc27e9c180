// Columns of whole numbers in a Parquet file: how a queryable database keeps its tables. Nothing but what
// was declared is read back; a file of other columns is an error.
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
  bool nullable = false;  // else the file has no place for NULL
};

struct WholeNumberTable {
  std::size_t rows = 0;
  std::vector<WholeNumbers> columns;  // as the fields; those that were not wanted are empty
};

// Columns of equal length and as many as the fields, each of its field's width. Writes over `path`, which is
// to be there already, with the permissions that it is to have.
void write_whole_numbers(const std::string& path, const std::vector<WholeNumberField>& fields,
                         const std::vector<WholeNumbers>& columns, const Run& run);

// `wanted` are places among the fields. An error where the file is damaged or has other fields, or where a
// value is the one that stands for NULL.
WholeNumberTable read_whole_numbers(const std::string& path, const std::vector<WholeNumberField>& fields,
                                    const std::vector<std::size_t>& wanted);

}  // namespace sfumato::io
