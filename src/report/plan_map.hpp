// The risk-utility map of a plan: every cell of one subject by a measure of risk and one of utility.
#pragma once

#include <optional>

#include "compare/plan_run.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// Can the plan have maps? It needs methods, and a measure of each side.
bool has_maps(const compare::Plan& plan);

// One map per subject, since values on different data do not compare. None where no cell has both values.
std::optional<Figure> plan_map(const compare::Plan& plan, const compare::PlanResult& result,
                               std::size_t subject);

}  // namespace sfumato::report
