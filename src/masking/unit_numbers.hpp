// Numbers 1, 2, 3, … of units such as households, in a random order. A draw belongs to the number of a
// record, so that records in several processes get the numbers that they have in one table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/column.hpp"
#include "core/secure_rng.hpp"

namespace sfumato::masking {

// The rows in ascending order of the draws of their numbers, which are all different.
std::vector<std::size_t> rows_by_draw(const std::vector<std::uint64_t>& numbers, SecureRng& draws);

// 1, 2, 3, … without the texts that stand for missing values.
class UnitNumbers {
 public:
  explicit UnitNumbers(const std::vector<std::string>& avoided = {});
  std::int64_t at(std::uint64_t rank) const;

 private:
  std::vector<std::int64_t> left_out_;  // ascending, from 1 on
};

// The column with such numbers in place of its values: equal values get equal numbers, in the order of the
// draws of their first records, and missing ones stay missing. `numbers` are those of the records; the
// result has texts or whole numbers.
Column numbered_units(const Column& column, const UnitNumbers& names,
                      const std::vector<std::uint64_t>& numbers, SecureRng& draws, bool text);

}  // namespace sfumato::masking
