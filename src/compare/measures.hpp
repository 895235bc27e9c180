// All measures, of risk and of utility, in one list.
#pragma once

#include <string_view>
#include <vector>

#include "core/measure.hpp"

namespace sfumato::compare {

// Risk measures first, then utility measures.
const std::vector<Measure>& measures();

// The measure of that name; an error with a suggestion if there is none.
const Measure& measure(std::string_view name);

// Does it need one file only, so that a file without a masked version can be measured? Risks of keys do,
// which are counted in the release.
bool of_one_file(const MeasureInfo& info);

}  // namespace sfumato::compare
