// Conversion of columns by Apache Arrow's CSV reader: fast, in parallel, and without a word on where
// something does not fit. Arrow's types stay in arrow_read.cpp.
#pragma once

#include <optional>
#include <vector>

#include "core/column.hpp"
#include "core/run.hpp"
#include "io/byte_checks.hpp"
#include "io/column_plan.hpp"

namespace sfumato::io {

// The wanted columns, in that order. Nothing where a column must be read with care instead: Arrow refused
// the file, or what it took could not be written back unchanged.
std::vector<std::optional<Column>> read_with_arrow(const FilePlan& plan,
                                                   const std::vector<std::size_t>& wanted,
                                                   const ByteChecks& checks, const Run& run);

}  // namespace sfumato::io
