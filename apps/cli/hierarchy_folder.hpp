// Hierarchies of all columns in one folder, for methods whose parameter `hierarchies` names it.
#pragma once

#include "io/table_file.hpp"
#include "masking/recipe.hpp"

namespace sfumato::cli {

// For every step that has such a parameter: the hierarchies of its folder, COLUMN.csv or a name that ends in
// _COLUMN.csv, for whatever columns have one there; else what the sidecar names.
void load_hierarchy_folders(io::TableFile& file, const masking::Recipe& recipe);

}  // namespace sfumato::cli
