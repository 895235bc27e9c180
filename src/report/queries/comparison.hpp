// The report of `query compare`: which protection of a database suits a workload best, what an attacker can
// guess from its answers, and the result of each question.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/table.hpp"
#include "jobs/provenance.hpp"
#include "jobs/queries/query_compare.hpp"
#include "report/report.hpp"

namespace sfumato::report {

struct QueryComparison : jobs::QueryCompareResult {
  std::string source;                                      // the workload's file, as typed
  std::vector<std::pair<std::string, std::string>> asked;  // the settings
  std::string made_on;
  jobs::Provenance provenance = {};  // where a front end records it
};

// {"questions", "rank_by", "methods": [{"method", "parameters", "failure", "rank", "answered", "useful",
// "median_error", "expected_error", "interval_width", "epsilon", "smallest_set", "narrowest_interval",
// "guessed", "questions": [{"question", "refused", "reason", "error", "width"}]}], "winner"}. Shares and
// errors are fractions; values that a method does not have are null.
Report query_comparison_report(const QueryComparison& comparison);

// A row for each protection, for comparison.csv.
Table query_comparison_rows(const QueryComparison& comparison);

// The ranking, the map and every question, as one confidential page.
std::string query_comparison_page(const QueryComparison& comparison);

}  // namespace sfumato::report
