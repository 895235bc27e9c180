// The data of a plan, read or made up, and the tables that parameters of its methods name.
#pragma once

#include <map>
#include <string>

#include "compare/plan.hpp"

namespace sfumato::cli {

struct PlanInput {
  compare::Subject subject;
  std::map<std::string, Table> tables;  // by path, as the plan writes it

  // The run with these tables.
  Run equipped(Run run) const;
};

PlanInput read_plan_data(const compare::Plan& plan, const Run& run);

// The files that the plan names, which must not be overwritten.
std::vector<std::string> plan_inputs(const compare::Plan& plan);

}  // namespace sfumato::cli
