// Microaggregation of columns that are not all numbers: the conversion of a table for groups by Gower's
// distance, and the central values of a group.
#pragma once

#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "stats/groups/grouping.hpp"
#include "stats/neighbours/gower_column.hpp"

namespace sfumato::masking {

// Is any of these columns not numeric?
bool has_categories(const Table& table, const ColumnSet& columns);

// Numbers divided by their range; categories with their distances and centres: the median for ordinal
// columns, marginality along the hierarchy where a nominal one has it, else the mode. A missing category is a
// category of its own.
std::vector<stats::GowerColumn> gower_columns(const Table& table, const ColumnSet& columns);

// Every category becomes the centre of its group, which may be missing; with `fill` it is the centre of those
// present, or that of the column where the group has none. Returns how many cells changed.
std::size_t centre_groups(Table& masked, const ColumnSet& columns,
                          const std::vector<stats::GowerColumn>& coded, const stats::Grouping& grouping,
                          bool fill, const Run& run);

// Groups, of a table whose categories are those of their groups, that have fewer than k records with any
// value, but not none. A record that misses every column agrees with all others and protects none of them, so
// that such a group would not be one of k records: the means of its numbers must be given to all of them.
std::vector<char> groups_to_fill(const Table& masked, const ColumnSet& columns,
                                 const stats::Grouping& grouping, std::int64_t k);

}  // namespace sfumato::masking
