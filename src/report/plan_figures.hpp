// The figures that a plan asks for, from what it found.
#pragma once

#include <string>
#include <vector>

#include "compare/plan_run.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// One per figure of the plan, in its order; whiskers are standard errors over the draws.
std::vector<Figure> plan_figures(const compare::Plan& plan, const compare::PlanResult& result);

// A figure with the name of its file, without ending.
struct PlanPicture {
  std::string name;
  Figure figure;
};

// figure-1 and so on, then map, or map-1 and so on where the plan has several subjects.
std::vector<PlanPicture> plan_pictures(const compare::Plan& plan, const compare::PlanResult& result);
// The names of all that there may be.
std::vector<std::string> picture_names(const compare::Plan& plan);

}  // namespace sfumato::report
