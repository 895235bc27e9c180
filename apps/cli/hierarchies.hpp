// Hierarchies of nominal columns, which say how far apart categories are: read before anything is measured.
#pragma once

#include "core/column_choice.hpp"
#include "io/table_file.hpp"

namespace sfumato::cli {

// Those that the chosen columns name, relative to the sidecar.
void load_hierarchies(io::TableFile& file, const ColumnChoice& choice);

}  // namespace sfumato::cli
