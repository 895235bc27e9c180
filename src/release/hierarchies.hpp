// Hierarchies of columns, which say how far apart categories are and what they become: read, or built from a
// specification and the data, before anything is measured or masked.
#pragma once

#include "core/column_choice.hpp"
#include "io/table_file.hpp"
#include "masking/recipe.hpp"

namespace sfumato::release {

// Those that the chosen columns name, relative to the sidecar. A hierarchy that is built has the data's
// values as leaves and declares no categories: where `declaring`, a specification is an error, and only
// nominal columns are used.
void load_hierarchies(io::TableFile& file, const ColumnChoice& choice, const Run& run,
                      bool declaring = false);

// Those that the steps of a recipe need: of their parameters `hierarchy`, `cuts` and `recode`, else of the
// folder that `hierarchies` names, COLUMN.csv or a name that ends in _COLUMN.csv for the columns that have
// one there, else of the sidecar.
void load_step_hierarchies(io::TableFile& file, const masking::Recipe& recipe,
                           const std::vector<std::string>& columns, const Run& run);

// Those of a folder: COLUMN.csv or a name that ends in _COLUMN.csv, for the columns that have one there.
void load_hierarchy_folder(Table& table, const std::string& folder);

// Files that such parameters name, which must not be overwritten.
std::vector<std::string> hierarchy_inputs(const masking::Recipe& recipe);

}  // namespace sfumato::release
