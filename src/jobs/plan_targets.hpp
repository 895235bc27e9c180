// The targets of a plan: each is a comparison of its own, whose winner is released where the plan says so.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "jobs/compare.hpp"
#include "jobs/plan_data.hpp"

namespace sfumato::jobs {

// Where the winner at target number i goes.
using TargetDestination =
    std::function<std::unique_ptr<const release::Destination>(std::size_t i, const PlanInput& input)>;

// Refuses a target that cannot be asked for, before hours of work; errors name `source` and the target.
void check_targets(const compare::Plan& plan, const PlanInput& input, const std::string& source);

std::vector<CompareResult> compare_targets(const compare::Plan& plan, const PlanInput& input,
                                           const TargetDestination& destination, const Run& run,
                                           compare::FindingStore* store);

}  // namespace sfumato::jobs
