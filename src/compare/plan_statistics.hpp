// What the cells of a plan say together: ranks by measures and scores, and correlations between these. Both
// are computed within one subject, since values on different data do not compare.
#pragma once

#include "compare/plan_run.hpp"

namespace sfumato::compare {

// Ranks by the plan's `ranks`, 1 being best: cells tie where means ± one standard error overlap, as methods
// in a comparison do. Scores are better when lower. A cell without a value, or one that is 0 by construction,
// has no rank.
void add_ranks(const Plan& plan, PlanResult& result);

// The plan's `correlations`: Pearson's of values, and Spearman's, which is Pearson's of ranks, equal values
// sharing their mean rank.
void add_correlations(const Plan& plan, PlanResult& result);

// Pearson's correlation; none for fewer than three pairs, or where one side does not vary.
std::optional<double> pearson_correlation(std::span<const double> x, std::span<const double> y);

}  // namespace sfumato::compare
