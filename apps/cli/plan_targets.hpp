// The targets of a plan: its methods brought to the same value of a measure and ranked, as `compare` does it.
#pragma once

#include <vector>

#include "cli/plan_data.hpp"
#include "report/comparison_story.hpp"

namespace sfumato::cli {

// One story per target, in the plan's order. Methods are those that the target names, else those of the
// plan's grids. Findings go to the store, so that an interrupted run goes on there too.
std::vector<report::ComparisonStory> tell_targets(const compare::Plan& plan, const PlanInput& input,
                                                  const Run& run, compare::FindingStore* store);

}  // namespace sfumato::cli
