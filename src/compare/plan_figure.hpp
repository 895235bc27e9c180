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
  std::vector<std::string>
      series;         // what makes the curves: parameters, "data", "columns", "method"; empty: all
  std::string label;  // of a curve, with {NAME} for what makes it, and {measure}; empty: all of it
  bool x_logarithmic = false;
  bool y_logarithmic = false;
};

// Names that a figure of the plan may use.
struct FigureNames {
  std::vector<std::string> numbers;     // parameters that can be drawn over
  std::vector<std::string> parameters;  // all that the plan names
  std::vector<std::string> values;      // measures and scores
};

PlanFigure parse_plan_figure(const PlanSection& section, const FigureNames& known);

}  // namespace sfumato::compare
