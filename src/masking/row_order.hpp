// Whether the order of a file's records tells something of their values, as that of a sorted file does.
#pragma once

#include "core/table.hpp"

namespace sfumato::masking {

// The first of the columns by which the records stand sorted, up or down, where chance alone would sort
// them so in less than one of a million files; missing values are passed over. Nothing: none does.
std::optional<ColumnId> sorted_by(const Table& table, const ColumnSet& columns);

// The first of the columns that mostly goes up, or mostly down, from row to row: nine of ten neighbouring
// rows that differ in it, of twenty or more. For the controller's eyes alone.
std::optional<ColumnId> ordered_by(const Table& table, const ColumnSet& columns);

}  // namespace sfumato::masking
