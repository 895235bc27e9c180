// Answers to questions about a database, and what they would cost: the same document for the command line and
// for the server.
#pragma once

#include "queries/answer.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// 1500000 as "1.5".
std::string epsilon_text(std::int64_t micro_epsilon);

// {"answer": a number, {"lower", "upper"} from camouflage, or [{COLUMN: category, …, "value", "interval95"}]
// by group, "interval95", "certain", "charged", "left", "refused", "reason", "repeated"}. interval95 contains
// the true figure with a probability of 95 %, or with certainty if "certain".
Report query_answer_report(const queries::Answer& answer, queries::Protection protection);

// {"query", "protection", "cost", "neighbours", "groups", "parts", "expected_error", "notes"}.
Report query_explanation_report(const queries::Explanation& explanation);

}  // namespace sfumato::report
