// The figures that a plan asks for, from what it found.
#pragma once

#include <vector>

#include "compare/plan_run.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// One per figure of the plan, in its order. Cells that differ in the parameter of the x axis alone are one
// curve, whichever entry of the plan they come from; whiskers are standard errors over the draws.
std::vector<Figure> plan_figures(const compare::Plan& plan, const compare::PlanResult& result);

}  // namespace sfumato::report
