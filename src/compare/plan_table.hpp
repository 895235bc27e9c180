// The results of a plan as a table: a row per cell, a column per parameter, measure and score, for use in
// other programs.
#pragma once

#include <string>

#include "compare/plan_run.hpp"

namespace sfumato::compare {

// Treatment of infinite values: a column that has one becomes text ("-inf"), or they are left out.
enum class Infinite { as_text, missing };

// label, method, every parameter that the plan names, then NAME and NAME_se for each measure, scores, note.
// The standard error is missing where a method that draws was drawn once.
Table results_table(const Plan& plan, const PlanResult& result, Infinite infinite);

// The standard error of a mean over draws, where there is one.
std::optional<double> standard_error(const CellResult& cell, const Estimate& estimate);

// Why values are missing or infinite; empty where there is nothing to say.
std::string cell_note(const Plan& plan, const CellResult& cell);

}  // namespace sfumato::compare
