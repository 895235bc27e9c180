// The list of all made-up data sets, made from sample.def.
#pragma once

#include <string_view>
#include <vector>

#include "sample/sample.hpp"

namespace sfumato::sample {

// All samples, by name.
const std::vector<Sample>& samples();

// The sample of that name; an error with a suggestion if there is none.
const Sample& sample(std::string_view name);

}  // namespace sfumato::sample
