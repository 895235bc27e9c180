// Conversion of columns cell by cell with the scanner: for what the fast reader leaves (columns whose
// type is undecided at first, or changes later) and for errors that name line and column.
#pragma once

#include <vector>

#include "core/column.hpp"
#include "core/run.hpp"
#include "io/column_plan.hpp"

namespace sfumato::io {

// The requested columns, in that order. Integers turn into numbers where a decimal occurs; dates that were
// declared ordinal turn into text where something else does. Anything else that does not fit is an error,
// and so is any malformed row.
std::vector<Column> read_carefully(const FilePlan& plan, const std::vector<std::size_t>& wanted,
                                   const Run& run);

}  // namespace sfumato::io
