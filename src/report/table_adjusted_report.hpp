// The report of `table audit` on an adjusted table: the true values that an attacker holds possible for each
// sensitive cell, those that are too close to the true one first, with the assumptions about the attacker.
#pragma once

#include "report/report.hpp"
#include "report/table_check_report.hpp"
#include "tables/adjustment/adjusted_audit.hpp"

namespace sfumato::report {

// [{"lower", "upper"}…]; a missing bound is null.
Value intervals_value(const std::vector<tables::Interval>& intervals);

// {"safe", "levels": {"low", "high"}, "two_values", "spanning", "moved_further", "wider", "cells":
// [{"cell", "name", "value", "published", "need_lower", "need_upper", "moved_further", "safe",
// "attacker_set": {"attacker", "own_cells", "intervals", "values", "contains_value", "closest",
// "closest_of_need", "near_width_of_need", "spans", "two_values", "safe"}}…]} in the table's order.
Report table_adjusted_report(const tables::CellTable& table, const tables::AdjustedAudit& audit,
                             std::vector<std::string> notes = {}, std::size_t most_shown = most_cells_shown);

}  // namespace sfumato::report
