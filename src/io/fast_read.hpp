// Conversion of columns at full speed, over pieces of the file in parallel. It converts columns whose cells
// all have the expected type, by the rules of cell_text.hpp, and leaves every other column to the careful
// reader.
#pragma once

#include <optional>
#include <vector>

#include "core/column.hpp"
#include "core/run.hpp"
#include "io/byte_checks.hpp"
#include "io/column_plan.hpp"

namespace sfumato::io {

// The requested columns, in that order; their storage is known, and no quote is misplaced. Nothing where a
// column needs the careful reader because some cell does not fit. No entries at all where some row has
// another number of fields.
std::vector<std::optional<Column>> read_fast(const FilePlan& plan, const std::vector<std::size_t>& wanted,
                                             const ByteChecks& checks, const Run& run);

}  // namespace sfumato::io
