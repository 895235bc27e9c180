// A comparison for programs and for the terminal: one JSON document, a short ranking, a table for
// results.csv.
#pragma once

#include "core/table.hpp"
#include "jobs/compare_result.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// The document and the ranking as text. With several targets the document has "comparisons".
Report comparison_report(const jobs::CompareResult& outcome);

// One row per target and contender: where it got to, what it costs, its ranks.
Table results_table(const jobs::CompareResult& outcome);

// The same without what the public must not have: targets, tolerances, attained risks, parameters of other
// than the release, intervals, curves, seeds.
Report public_comparison_report(const jobs::CompareResult& outcome);
Table public_results_table(const jobs::CompareResult& outcome);

// "k = 5": what was calibrated, fixed or swept of a contender; empty where there is nothing of it. With four
// digits, or exactly.
std::string chosen_params_text(const compare::Attempt& attempt, bool exact = false);

}  // namespace sfumato::report
