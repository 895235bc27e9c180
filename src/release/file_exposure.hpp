// What a masked file exposes, however it was made: identifiers that it still has, records that are unique on
// the quasi-identifiers, and columns that are as they were. A file that is measured has the same limits as a
// release that is made.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "core/warning.hpp"

namespace sfumato::release {

constexpr std::size_t no_origin = std::numeric_limits<std::size_t>::max();

// The row of the original of each masked record, or `no_origin`.
using Origins = std::vector<std::size_t>;

// Roles are those of the original. Without `origins`, columns cannot be compared row by row: identifiers and
// unique records are found in any order.
Warnings file_warnings(const Table& original, const Table& masked, const std::optional<Origins>& origins,
                       const Run& run);

// Of a file whose records are counted elsewhere: tables of keys that have every class once, or twice where it
// has several records, `records` that the masked file has, and declared identifiers that it still has.
struct ReleasedIdentifier {
  std::string column;
  std::size_t unique = 0;  // records that are alone with their value
  bool shared = false;     // has the original one of its values?
};
struct CountedFile {
  std::size_t records = 0;
  std::vector<ReleasedIdentifier> identifiers = {};
  std::string unit = {};    // the column of units among the keys; empty: records are counted
  bool lacks_unit = false;  // the masked file has no such column
};
// Rows of records without a unit stand for one record each.
Warnings counted_file_warnings(const Table& original_keys, const Table& masked_keys, const CountedFile& file,
                               const Run& run);

// Cells that differ, row by row, where equal numbers are equal texts and these tokens are missing.
std::size_t changed_texts(const Column& original, const Column& masked,
                          const std::vector<std::string>& missing);

}  // namespace sfumato::release
