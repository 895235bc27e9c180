// Minimal sample uniques: the smallest sets of columns whose values only one record has. They show how little
// an intruder must know to single out a record.
#pragma once

#include <cstdint>
#include <vector>

#include "core/run.hpp"
#include "stats/classes/key_classes.hpp"
#include "stats/classes/unit_classes.hpp"

namespace sfumato::stats {

// No other record has the values of `row` in these columns, and in every smaller set of them another has.
struct MinimalUnique {
  std::uint32_t row = 0;
  std::uint64_t columns = 0;  // bit j: column j of the keys
  bool operator==(const MinimalUnique&) const = default;
};

constexpr std::size_t most_unique_columns = 64;
constexpr std::size_t most_uniques = 50'000'000;  // 800 megabytes

// All of at most `max_size` columns, by row and then by columns. A missing value is in no such set and equals
// nothing. At most 64 columns; work grows with the sets of columns on which two records agree. Bad input
// where there are more than `most_uniques`.
std::vector<MinimalUnique> minimal_uniques(const KeyTable& keys, std::size_t max_size, const Run& run);
// The same, where the classes of equal keys are known.
std::vector<MinimalUnique> minimal_uniques(const KeyTable& keys, const KeyClasses& classes,
                                           std::size_t max_size, const Run& run);

// The same for units: no other unit has a record with these values. Each combination of keys that one unit
// alone has is listed with its first record. At most ColumnLattice::most_columns columns where a unit has
// several combinations.
std::vector<MinimalUnique> minimal_uniques(const KeyTable& keys, const KeyClasses& classes,
                                           const Units& units, std::size_t max_size, const Run& run);

// Bad input where a search has found too many sets to keep.
void check_number_of_uniques(std::size_t sets);

}  // namespace sfumato::stats
