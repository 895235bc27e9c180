// A figure of a plan: measures drawn over a parameter of the grid, so that an experiment includes its
// figures.
#pragma once

#include <string>
#include <vector>

#include "compare/plan_section.hpp"

namespace sfumato::compare {

struct PlanFigure {
  std::string title;
  std::vector<std::string> x;  // parameters; a method is drawn over the first that the plan names for it
  std::vector<std::string> y;  // measures and scores of the plan
  bool x_logarithmic = false;
  bool y_logarithmic = false;
};

// `numbers` are the parameters that can be drawn over, `values` the measures and scores.
PlanFigure parse_plan_figure(const PlanSection& section, const std::vector<std::string>& numbers,
                             const std::vector<std::string>& values);

}  // namespace sfumato::compare
