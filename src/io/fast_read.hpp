// Conversion of columns at full speed, over pieces of the file in parallel. It takes what is plainly what
// its column holds, by the rules of cell_text.hpp, and leaves every other column to the careful reader.
#pragma once

#include <optional>
#include <vector>

#include "core/column.hpp"
#include "core/run.hpp"
#include "io/byte_checks.hpp"
#include "io/column_plan.hpp"

namespace sfumato::io {

// The wanted columns, in that order; their storage is decided, and no quote is out of place. Nothing where a
// column must be read with care: some cell does not fit, or some row has another number of fields.
std::vector<std::optional<Column>> read_fast(const FilePlan& plan, const std::vector<std::size_t>& wanted,
                                             const ByteChecks& checks, const Run& run);

}  // namespace sfumato::io
