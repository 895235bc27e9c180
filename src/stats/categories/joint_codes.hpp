// One column of several tables as codes of one list, so that equal values have equal codes in all of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::stats {

struct JointCodes {
  static constexpr std::int32_t missing = -1;
  std::vector<std::vector<std::int32_t>> codes;  // by table, then by row
  std::int32_t distinct = 0;
};

// Numbers and dates are equal by value, texts byte for byte. Where one column is text and another is not, all
// are compared as the texts that a file would hold.
JointCodes joint_codes(std::span<const Column* const> columns);

// The table with the names of another one, whose columns have the same ids: measures get both so.
Table named_as(const Table& names, Table table);

// The rows of all tables, one table after the other, with the columns of these names as codes.
KeyTable stacked_keys(std::span<const Table* const> tables, const std::vector<std::string>& names,
                      const Run& run);

}  // namespace sfumato::stats
