// Every measure there is, of risk and of utility, in one list.
#pragma once

#include <string_view>
#include <vector>

#include "core/measure.hpp"

namespace sfumato::compare {

// Risk measures first, then utility measures.
const std::vector<Measure>& measures();

// The measure of that name; an error with a suggestion if there is none.
const Measure& measure(std::string_view name);

}  // namespace sfumato::compare
