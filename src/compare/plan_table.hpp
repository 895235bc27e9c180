// The results of a plan as a table: a row per cell, a column per parameter, measure and score, for use in
// other programs. Rows of the methods at each target follow.
#pragma once

#include <string>
#include <vector>

#include "compare/plan_run.hpp"
#include "compare/plan_target_rows.hpp"
#include "compare/result_columns.hpp"

namespace sfumato::compare {

// label, method, where they differ data and columns, every parameter that the plan names, then NAME and
// NAME_se for each measure, scores, NAME_rank after each of them by which there are ranks; with targets also
// target, reached and overall_rank; note. The standard error is missing where a method that draws was drawn
// once.
Table results_table(const Plan& plan, const PlanResult& result, Infinite infinite,
                    const std::vector<TargetRanking>& rankings = {});

// title, where they differ data and columns, first, second, pearson, spearman, cells.
Table correlations_table(const Plan& plan, const PlanResult& result);

// The standard error of a mean over draws, where there is one.
std::optional<double> standard_error(const CellResult& cell, const Estimate& estimate);

// Why values are missing or infinite; empty where there is nothing to say.
std::string cell_note(const Plan& plan, const CellResult& cell);

}  // namespace sfumato::compare
