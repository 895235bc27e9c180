// The correlations of a plan for programs and for people.
#pragma once

#include "compare/plan_run.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// A list of title, first, second, pearson, spearman and cells, with the subject where there are several.
Value correlations_value(const compare::Plan& plan, const compare::PlanResult& result);
// The same as a table, with three digits.
TableBlock correlation_table(const compare::Plan& plan, const compare::PlanResult& result);

}  // namespace sfumato::report
