// Records that are equal in some columns, as lists of their rows: between which a method may exchange values.
#pragma once

#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::masking {

// Equal in `equal` (missing is a value of its own), and missing the same cells of `present`.
stats::KeyClasses classes_with_gaps(const Table& table, const ColumnSet& equal, const ColumnSet& present,
                                    const Run& run);

// The rows of each class, ascending.
std::vector<std::vector<std::size_t>> rows_by_class(const stats::KeyClasses& classes);

// How many rows hold another value in any of the columns; missing is a value of its own.
std::size_t changed_rows(const Table& original, const Table& masked, const ColumnSet& columns);

}  // namespace sfumato::masking
