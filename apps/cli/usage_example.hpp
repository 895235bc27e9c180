// A command line that uses one method or measure, for its description in the terminal and on its reference
// page.
#pragma once

#include <string>

#include "core/measure.hpp"
#include "core/method.hpp"

namespace sfumato::cli {

// With the dials of the method at their defaults.
std::string usage_example(const Method& method);
// With the first parameter of the measure at its default.
std::string usage_example(const Measure& measure);

}  // namespace sfumato::cli
