// Correlations between the measures, scores and parameters of a plan over its cells: do two measures order
// releases alike?
#pragma once

#include <string>
#include <vector>

#include "compare/plan_section.hpp"

namespace sfumato::compare {

struct PlanCorrelation {
  std::string title;
  std::vector<std::string> of;       // measures, scores and parameters that are numbers; every pair of them
  std::vector<std::string> without;  // labels of cells that are left out
};

// `known` are the names that it may use.
PlanCorrelation parse_plan_correlation(const PlanSection& section, const std::vector<std::string>& known);

}  // namespace sfumato::compare
