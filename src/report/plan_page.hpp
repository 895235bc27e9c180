// The page of a plan: its map of risk and utility, scores from best to worst, what became of its targets.
#pragma once

#include <vector>

#include "compare/plan_run.hpp"
#include "jobs/compare_result.hpp"
#include "jobs/provenance.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// `provenance` says how it was made, where a front end records it.
Report plan_page(const compare::Plan& plan, const std::vector<compare::Subject>& subjects,
                 const compare::PlanResult& result, const std::vector<jobs::CompareResult>& targets,
                 const jobs::Provenance& provenance);

}  // namespace sfumato::report
