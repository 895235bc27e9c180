// Random draws that order the records of a release and number its households. A draw belongs to the number of
// a record, so that records in several processes get the order and the numbers that they have in one table.
#pragma once

#include <cstddef>
#include <string>

#include "core/run.hpp"
#include "masking/unit_numbers_work.hpp"

namespace sfumato::release {

// Records of a copy are ordered by these draws, equal ones by their numbers.
SecureRng order_draws(const Run& run, std::size_t copy = 0);
// Households of a column by those of their first records, which have the least numbers.
SecureRng household_draws(const Run& run, const std::string& column, std::size_t copy = 0);

// What was declared of the old numbers says nothing of the new ones.
ColumnInfo info_of_numbers(const ColumnInfo& before, bool text);

// A column of households or units that gets new numbers.
masking::NumberedColumn renumbered_column(const Table& table, ColumnId id, const Run& run,
                                          std::size_t copy = 0);

}  // namespace sfumato::release
