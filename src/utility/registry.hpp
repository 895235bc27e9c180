// The list of all utility measures, made from utility.def.
#pragma once

#include <vector>

#include "core/measure.hpp"

namespace sfumato::utility {

// In the order of utility.def.
std::vector<Measure> measures();

}  // namespace sfumato::utility
