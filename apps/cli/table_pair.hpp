// An original and a masked file brought together: read alike and aligned by column name.
#pragma once

#include <string>

#include "cli/data_options.hpp"
#include "compare/table_pair.hpp"

namespace sfumato::cli {

// Reads a masked file so that the compared columns mean what they mean in the original: the same
// kinds, orders and missing tokens. Columns that it lacks are an error that names them.
compare::TablePair read_pair(const io::TableFile& original, const ColumnChoice& choice,
                             const std::string& masked_path, const DataOptions& options, const Run& run);

}  // namespace sfumato::cli
