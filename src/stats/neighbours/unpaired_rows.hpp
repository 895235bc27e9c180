// Which records of two files are complete in the compared columns, each file separately: for measures that
// compare distributions and need no record mapping.
#pragma once

#include <vector>

#include "core/table.hpp"
#include "core/value.hpp"

namespace sfumato::stats {

struct UnpairedRows {
  std::vector<std::size_t> original;  // rows, ascending
  std::vector<std::size_t> masked;
  std::size_t original_dropped = 0;  // records with a missing value
  std::size_t masked_dropped = 0;
};

UnpairedRows unpaired_rows(const Table& original, const Table& masked, const ColumnSet& columns);

// Adds "records" and "masked_records" and, where some were left out, "incomplete_records" and
// "incomplete_masked_records" to a measure's details.
void describe(const UnpairedRows& records, Value& details);

}  // namespace sfumato::stats
