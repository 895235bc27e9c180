// What a method chose or did for each column, as small tables: levels of generalization, suppressed cells,
// categories, limits and changed cells.
#pragma once

#include <vector>

#include "core/value.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// One table for each step that has such details. `release` is as in the sidecar; `details` are those of the
// method, or of each step of a recipe.
std::vector<Block> column_details(const Value& release, const Value& details);

}  // namespace sfumato::report
