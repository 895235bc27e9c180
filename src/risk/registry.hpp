// The list of all risk measures, made from risk.def.
#pragma once

#include <vector>

#include "core/measure.hpp"

namespace sfumato::risk {

// In the order of risk.def.
std::vector<Measure> measures();

}  // namespace sfumato::risk
