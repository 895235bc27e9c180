// The classes of records of a stored table that are equal in some columns, and how many are unique. Keys of
// records are counted by random 128-bit hashes, in memory or, where these do not fit, in parts on disk; two
// different keys are taken for equal with a probability below 10^-20, even among 10^9 records.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "io/stored_table.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::release {

struct ClassCounts {
  std::size_t records = 0;   // that have some of the columns
  std::size_t classes = 0;   // of records that are equal in all columns; missing is a value of its own
  std::size_t unique = 0;    // classes of one record
  std::size_t smallest = 0;  // records of the smallest class; 0 without records
  std::size_t largest = 0;
  bool gaps = false;                           // some record misses a value
  std::map<std::size_t, std::size_t> of_size;  // how many classes have each number of records
};

// `hashes` is how many classes are kept in memory; 0: an eighth of the run's memory, or 256 MB.
ClassCounts count_classes(const io::StoredTable& table, const ColumnSet& columns, const std::string& folder,
                          const Run& run, std::size_t hashes = 0);

// Records that are unique where a missing value matches anything, exactly; nothing where there are more than
// `most` classes of records, which are kept in memory.
std::optional<std::size_t> unique_with_wildcards(const io::StoredTable& table, const ColumnSet& columns,
                                                 const Run& run, std::size_t most = std::size_t{1} << 20);

// The classes themselves, in memory: the keys of each, and how many records have them. A record that has none
// of the columns is in a class, too.
struct StoredClasses {
  stats::KeyTable keys;
  std::vector<double> records;
};
// Nothing where there are more than `most`. Records that have the text `left_out` in every column are not
// counted; "" is none.
std::optional<StoredClasses> stored_classes(const io::StoredTable& table, const ColumnSet& columns,
                                            const std::string& left_out, const Run& run, std::size_t most);

}  // namespace sfumato::release
