// Answers to questions about a database, and what they would cost: the same document for the command line and
// for the server.
#pragma once

#include "queries/answer.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// 1500000 as "1.5".
std::string epsilon_text(std::int64_t micro_epsilon);
// 1500000 as "1.5 (1500000 micro-ε)".
std::string both_units(std::int64_t micro_epsilon);
// Sets NAME to the number of micro-ε and NAME_epsilon to the same in ε; both null if there is none.
Value& set_epsilon(Value& document, const std::string& name, std::optional<std::int64_t> micro_epsilon);

// {"answer": a number, {"lower", "upper"} from camouflage, or [{COLUMN: category, …, "value", "interval95"}]
// by group; with several aggregates or AS, {NAME: number, …} or [{COLUMN: category, …, NAME: number, …,
// "interval95": {NAME: interval}}]; a date is a text, "interval95", "certain", "charged", "charged_epsilon",
// "left", "left_epsilon", "refused", "reason", "rule", "repeated"}. interval95 contains the true figure with
// a probability of 95 %, or with certainty if "certain". "charged" and "left" are in micro-ε.
Report query_answer_report(const queries::Answer& answer, queries::Protection protection);

// {"query", "protection", "cost", "cost_epsilon", "neighbours", "groups", "parts", "expected_error",
// "notes"}; with several aggregates also "aggregates", each with "name", "cost", "parts", "expected_error"
// and "notes".
Report query_explanation_report(const queries::Explanation& explanation);

}  // namespace sfumato::report
