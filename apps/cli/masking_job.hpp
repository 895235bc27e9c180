// From a recipe and a data file to masked tables: columns are chosen, files that parameters name are
// read, methods applied, rules kept.
#pragma once

#include "core/method.hpp"
#include "io/table_file.hpp"
#include "masking/recipe.hpp"

namespace sfumato::cli {

struct MaskingResult {
  Masked masked;
  Value release;  // what was done, for the sidecar and the report
  std::vector<std::string> warnings;
};

// Files that the recipe's parameters name, which must not be overwritten.
std::vector<std::string> recipe_inputs(const masking::Recipe& recipe);

// `columns` are those named on the command line, for steps that name none. `source` is how the data are
// called in errors.
MaskingResult run_recipe(const masking::Recipe& recipe, const io::TableFile& file,
                         const std::vector<std::string>& columns, const std::string& source, const Run& run);

}  // namespace sfumato::cli
