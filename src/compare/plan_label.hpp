// Labels of a plan with {NAME} for what differs between cells or curves: checked when the plan is read,
// filled in when results are shown.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compare/plan_section.hpp"

namespace sfumato::compare {

// The label with value(NAME) in place of each {NAME}; its braces must match.
std::string filled_label(const std::string& label,
                         const std::function<std::string(const std::string&)>& value);

bool label_names(const std::string& label, const std::string& name);

// Refuses braces that do not match, and names that are not among `known`, which are `what`.
void check_label(const PlanSection& section, const std::string& label, const std::vector<std::string>& known,
                 const std::string& what);

}  // namespace sfumato::compare
