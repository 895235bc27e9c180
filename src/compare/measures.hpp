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

// Does it look at one file alone, so that a file can be measured that has no masked partner? So do risks of
// keys, which are counted in what is released.
bool of_one_file(const MeasureInfo& info);

}  // namespace sfumato::compare
