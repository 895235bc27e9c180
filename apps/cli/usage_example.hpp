// A command line that uses one method, measure, protection or rule, for its description in the terminal and
// on its reference page.
#pragma once

#include <string>

#include "core/measure.hpp"
#include "core/method.hpp"
#include "tables/protection.hpp"
#include "tables/rules/rule_type.hpp"

namespace sfumato::cli {

// With the dials of the method at their defaults.
std::string usage_example(const Method& method);
// With the first parameter of the measure at its default.
std::string usage_example(const Measure& measure);
// With what must be given.
std::string usage_example(const tables::Protection& protection);
std::string usage_example(const tables::RuleType& rule);

}  // namespace sfumato::cli
