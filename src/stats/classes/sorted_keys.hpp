// Distinct keys in the order of their codes, for searches over sets of columns: members of a group are close
// in memory, and it is known what the remaining columns can distinguish.
#pragma once

#include <cstdint>
#include <vector>

#include "stats/classes/key_classes.hpp"

namespace sfumato::stats {

// Sorted by their codes from the last column to the first. Columns are in ascending order of their numbers of
// values, so that the last distinguishes most.
struct SortedKeys {
  static constexpr std::uint32_t many = 0x80000000U;  // marks a member that represents several records

  std::vector<std::size_t> places;               // column of the table of each column here
  std::vector<std::vector<std::int32_t>> codes;  // by column
  std::vector<std::uint32_t> members;            // each key once, marked where several records have it
  std::vector<std::uint32_t> rows;               // first record of each key
  std::vector<std::uint32_t> by_row;             // keys by their first records
  std::int32_t most_codes = 0;                   // of a column
};
SortedKeys sorted_keys(const KeyTable& keys, const KeyClasses& classes);

// Of columns with fewer combinations of values before them than there are keys, the combination of each key.
struct PlacesBefore {
  std::vector<std::size_t> combinations;
  std::vector<std::vector<std::uint32_t>> place;
};
PlacesBefore places_before(const SortedKeys& keys, const KeyTable& table);

}  // namespace sfumato::stats
