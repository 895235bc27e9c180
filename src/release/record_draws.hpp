// Random draws that order the records of a release and number its households. A draw belongs to the number of
// a record, so that records in several processes get the order and the numbers that they have in one table.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "masking/block_work.hpp"

namespace sfumato::release {

// Records of a copy are ordered by these draws, equal ones by their numbers.
SecureRng order_draws(const Run& run, std::size_t copy = 0);
// Households of a column by those of their first records, which have the least numbers.
SecureRng household_draws(const Run& run, const std::string& column, std::size_t copy = 0);

// The rows in ascending order of the draws of their numbers, which are all different.
std::vector<std::size_t> rows_by_draw(const std::vector<std::uint64_t>& numbers, SecureRng& draws);

// 1, 2, 3, … without the texts that stand for missing values.
class HouseholdNumbers {
 public:
  explicit HouseholdNumbers(const std::vector<std::string>& avoided);
  std::int64_t at(std::uint64_t rank) const;

 private:
  std::vector<std::int64_t> left_out_;  // ascending, from 1 on
};

// What was declared of the old numbers says nothing of the new ones.
ColumnInfo info_of_numbers(const ColumnInfo& before, bool text);

}  // namespace sfumato::release
