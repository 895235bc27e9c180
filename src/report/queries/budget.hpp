// What was spent on questions to a database, whether its log is whole, and the log as a file.
#pragma once

#include <string>

#include "jobs/queries/query_budget.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// {"cap", "spent", "left", "entries", "repeated", "refused", "head", "user", "spent_by_user", "quota"},
// micro-ε; under restriction {"least", "entries", "refused", "head"}; checked ones also {"intact",
// "finding"}, and one that is not intact these two alone.
Report query_budget_report(const jobs::QueryBudgetResult& result);

// Every question as CSV, refused and repeated ones too, without answers.
std::string query_log_text(const jobs::QueryBudgetResult& result);

}  // namespace sfumato::report
