// Whether the order of a file's records reveals something about their values, as that of a sorted file does.
#pragma once

#include "core/table.hpp"

namespace sfumato::masking {

// The first of the columns by which the records are sorted, up or down, where this has a probability below
// one in a million in random order; missing values are skipped. Nothing: none.
std::optional<ColumnId> sorted_by(const Table& table, const ColumnSet& columns);

// The first of the columns that mostly goes up, or mostly down, from row to row: nine of ten neighbouring
// rows that differ in it, of twenty or more. For the controller only: do not publish it.
std::optional<ColumnId> ordered_by(const Table& table, const ColumnSet& columns);

}  // namespace sfumato::masking
