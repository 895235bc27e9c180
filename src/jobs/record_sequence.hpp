// The numbers of records, which name their random draws: from a column of numbers, or made of a column whose
// values are all different. Records are masked in the order of their numbers, and released in their own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/table.hpp"
#include "release/recipe_run.hpp"

namespace sfumato::jobs {

// In the order of the records. At most one of the names is given; errors: a column that has no whole numbers
// from 0, or misses some. Whether they are all different is asked below.
std::vector<std::uint64_t> record_numbers(const Table& table, const std::string& row_number,
                                          const std::string& record_key);

// An error where two records have one number; `column` is the one that they came from.
void require_different(const std::vector<std::uint64_t>& ascending, const Table& table,
                       const std::vector<std::size_t>& order, const std::string& column);

struct RecordSequence {
  std::vector<std::size_t> order = {};      // of records, by number; empty: as they are
  std::vector<std::uint64_t> numbers = {};  // ascending; empty: 0, 1, 2, …

  bool moved() const { return !order.empty(); }
  bool gaps() const { return !numbers.empty(); }
  // The numbers of the records in the order of the table.
  std::vector<std::uint64_t> in_table_order(std::size_t rows) const;
  // Puts the records of a result into the order of the table.
  void restore(release::MaskingResult& result) const;
};

RecordSequence record_sequence(const Table& table, const std::string& row_number,
                               const std::string& record_key);

}  // namespace sfumato::jobs
