// A table whose values can be generalized: for each column what every value is at each level of its
// hierarchy, and the different records with their numbers. Searches for generalizations use only these codes.
#pragma once

#include <cstdint>
#include <vector>

#include "core/run.hpp"
#include "stats/classes/record_counts.hpp"

namespace sfumato::stats {

// A leaf is a different value of the data; level 0 is the values themselves.
struct LevelColumn {
  std::vector<std::vector<std::uint32_t>> codes;  // [level][leaf]: equal where the generalized values are
  std::vector<std::vector<double>> shares;        // [level][leaf]: of the hierarchy's leaves below the value
  double domain = 1.0;                            // leaves of the hierarchy, whether they occur or not

  std::size_t levels() const { return codes.size(); }
  std::size_t leaves() const { return codes.front().size(); }
};

// Records that are equal in every column are one entry.
struct LevelTable {
  std::size_t rows = 0;  // records
  std::vector<LevelColumn> columns;
  std::vector<std::vector<std::uint32_t>> leaves;  // [column][entry]
  std::vector<std::uint32_t> counts;               // records of each entry
  std::vector<std::uint32_t> entry_of_row;
  RecordCounts row_counts = {};  // where a row stands for several records

  std::size_t entries() const { return counts.size(); }
};

// `leaf_of_row` is by column. Entries are numbered by their first record.
LevelTable level_table(std::vector<LevelColumn> columns,
                       const std::vector<std::vector<std::uint32_t>>& leaf_of_row, std::size_t rows,
                       const Run& run, const RecordCounts& counts = {});

// Removes the rows after the first `sample`, which are those of a population: their entries stay without
// records. How many of the population each entry has.
std::vector<std::uint32_t> take_population(LevelTable& table, std::size_t sample);

// A level for each column.
using Levels = std::vector<std::uint32_t>;

// Entries that are equal at some levels.
struct EntryClasses {
  std::vector<std::uint32_t> of_entry;
  std::vector<std::uint32_t> sizes;  // records of each class; 0: only the population has it

  std::size_t count() const { return sizes.size(); }
};

// Counts classes at any levels, again and again with the same memory.
class ClassCounter {
 public:
  explicit ClassCounter(const LevelTable& table);
  const EntryClasses& count(const Levels& levels);

 private:
  void pack(std::size_t column, std::uint32_t level, std::uint64_t radix);
  void number_keys(bool small);

  const LevelTable& table_;
  std::vector<std::vector<std::uint64_t>> radices_;  // [column][level]: codes are below it
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint64_t> class_keys_;
  std::vector<std::uint64_t> slots_;  // round in the upper half, class in the lower
  std::uint64_t round_ = 0;
  EntryClasses classes_;
};

}  // namespace sfumato::stats
