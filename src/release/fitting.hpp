// Fitting: what a recipe finds in the data becomes parameters, so that the recipe does the same to the next
// file. The release of this file is then made with these parameters too.
#pragma once

#include <string>
#include <vector>

#include "core/warning.hpp"
#include "release/fitted.hpp"

namespace sfumato::release {

struct Fitting {
  Fitted fitted;
  Warnings warnings;
};

// `table` has the hierarchies of its columns. A recipe without anything to keep is refused, with the reason.
Fitting fit_recipe(const masking::Recipe& recipe, const Table& table, const std::vector<std::string>& columns,
                   const std::string& source, const Run& run);

}  // namespace sfumato::release
