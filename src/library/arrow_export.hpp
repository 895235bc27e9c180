// Tables of ours as Arrow streams. A column that no job has changed comes back as the caller's own array, of
// whatever type; a changed one has the type that the program writes to a Parquet file.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/table.hpp"
#include "library/arrow_stream.hpp"

namespace sfumato::library {

// An input: what came, and what became of it.
struct Origin {
  std::shared_ptr<const ArrowData> data;
  Table table = {};
};

// `masked` are columns that a job has changed, whatever their values. Any other column that equals one of an
// input, of the same name, is lent by it. One that has other rows, but only values of the input's column,
// keeps its type and gets values of its own; a dictionary becomes one of the values that are left.
void export_table(const Table& table, std::span<const Origin> origins, const std::vector<std::string>& masked,
                  ArrowArrayStream& out);

}  // namespace sfumato::library
