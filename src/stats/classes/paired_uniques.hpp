// Minimal uniques record by record, from the sets of columns on which a record agrees with each other one.
// With many columns and not so many records these pairs are fewer than the sets of columns.
#pragma once

#include "stats/classes/minimal_uniques.hpp"

namespace sfumato::stats {

// Whether that is less work than a search over sets of at most `max_size` columns.
bool pairs_are_fewer(const KeyTable& keys, const KeyClasses& classes, std::size_t max_size);

// As minimal_uniques, for at most ColumnLattice::most_columns columns.
std::vector<MinimalUnique> paired_uniques(const KeyTable& keys, const KeyClasses& classes,
                                          std::size_t max_size, const Run& run);

// The same for units, by those of each class: classes of one unit alone do not hide each other.
std::vector<MinimalUnique> paired_uniques(const KeyTable& keys, const KeyClasses& classes,
                                          const ClassUnits& members, std::size_t max_size, const Run& run);

}  // namespace sfumato::stats
