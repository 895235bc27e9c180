// The page of a plan: its map of risk and utility, scores from best to worst, what became of its targets.
#pragma once

#include <vector>

#include "compare/plan_run.hpp"
#include "report/comparison_story.hpp"
#include "report/report.hpp"

namespace sfumato::report {

Report plan_page(const compare::Plan& plan, const compare::Subject& subject,
                 const compare::PlanResult& result, const std::vector<ComparisonStory>& targets);

}  // namespace sfumato::report
