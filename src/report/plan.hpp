// What a plan found, and what it will cost: the JSON document and the tables for people.
#pragma once

#include <string>
#include <vector>

#include "compare/plan_cost.hpp"
#include "compare/plan_run.hpp"
#include "jobs/compare_result.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// `subjects` are those of the plan, in its order, `files` are where the results lie, `targets` what became of
// the plan's targets, subject by subject. People see the first 40 cells, and the ranking at each target.
Report plan_results(const compare::Plan& plan, const std::vector<compare::Subject>& subjects,
                    const compare::PlanResult& result, const std::vector<jobs::CompareResult>& targets,
                    const std::vector<std::string>& files);

// The grid and its cost with this many threads.
Report plan_costs(const compare::Plan& plan, const std::vector<compare::Subject>& subjects,
                  const std::vector<compare::MethodCost>& costs, int threads);

}  // namespace sfumato::report
