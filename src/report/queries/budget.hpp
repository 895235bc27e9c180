// What was spent on questions to a database, whether its log is intact, and the log as a file.
#pragma once

#include <string>

#include "jobs/queries/query_budget.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// {"cap", "spent", "left", "entries", "repeated", "refused", "head", "user", "spent_by_user", "quota"},
// micro-ε, and null unless the protection is dp; under restriction also "least"; a checked log also
// {"intact", "finding"}, and a log that is not intact only these two.
Report query_budget_report(const jobs::QueryBudgetResult& result);

// Every question as CSV, also refused and repeated ones, without answers.
std::string query_log_text(const jobs::QueryBudgetResult& result);

}  // namespace sfumato::report
