// The part of a recipe's run that is the same for a table in memory and for one that is masked in blocks.
#pragma once

#include "release/recipe_run.hpp"

namespace sfumato::release {

// Adds guarantees, warnings and the description of a release whose steps and rules were applied.
void finish_result(MaskingResult& result, const PreparedSteps& prepared, Choice choice, const Run& run);

}  // namespace sfumato::release
