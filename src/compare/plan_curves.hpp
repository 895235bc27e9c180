// The curves of a plan's figure: which cells make one, and what it is called. They follow from the plan
// alone, so that a figure that cannot be drawn is refused before hours of work.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compare/plan.hpp"

namespace sfumato::compare {

struct PlanCurve {
  std::string name;                                   // with {measure} where the figure's label has it
  std::string parameter;                              // of the x axis
  std::vector<std::pair<double, std::size_t>> cells;  // x and position in the plan's cells, x ascending
};

// Without `series`, cells that differ in the parameter of the x axis alone are one curve, whichever entry of
// the plan they come from; with it, cells that agree in all that it names. Cells without any parameter of the
// x axis are left out.
std::vector<PlanCurve> plan_curves(const Plan& plan, const PlanFigure& figure);

// Refuses `series` that puts several cells at one place of a curve, and labels that give two curves one name.
void check_curves(const PlanSection& section, const Plan& plan, const PlanFigure& figure);

}  // namespace sfumato::compare
