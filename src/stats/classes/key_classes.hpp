// Records that are equal in some columns: used by k-anonymity and similar models, risks of categorical data
// and their methods. Values become small codes, codes of a record one packed key, and equal keys one class.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "stats/classes/record_counts.hpp"

namespace sfumato::stats {

// A column as codes 0 … distinct − 1 in ascending order of its values (labels in the order of their codes).
struct KeyColumn {
  static constexpr std::int32_t missing = -1;
  std::vector<std::int32_t> codes;
  std::int32_t distinct = 0;
};

struct KeyTable {
  std::size_t rows = 0;
  std::vector<KeyColumn> columns;
  RecordCounts counts = {};  // how many equal records each row stands for
};

// Columns of any kind; equal values have equal codes.
KeyColumn key_column(const Column& column);
// With the counts of the table.
KeyTable key_table(const Table& table, const ColumnSet& columns, const Run& run);

// Classes are numbered by their first record. A missing value is a category of its own here.
struct KeyClasses {
  std::vector<std::uint32_t> of_row;  // the class of each record
  std::vector<std::uint32_t> sizes;   // records in each class, counted as the rows' counts say
  std::vector<std::uint32_t> first;   // first record of each class

  std::size_t count() const { return sizes.size(); }
};
KeyClasses equal_classes(const KeyTable& keys, const Run& run);
// On some of the columns, by their positions in `keys`.
KeyClasses equal_classes(const KeyTable& keys, std::span<const std::size_t> columns, const Run& run);

}  // namespace sfumato::stats
