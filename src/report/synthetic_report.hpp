// What the measures of a synthetic file say, by the questions that data protection authorities ask: each
// value beside what chance would give, the worst first, then utility and what was not tested.
#pragma once

#include <vector>

#include "jobs/measure.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// Of one synthetic table, for text and pages.
std::vector<Block> synthetic_blocks(const jobs::MeasureResult& measured, const jobs::MeasuredTable& table);

// Which attacks were not tried and which measures mean nothing, once for all tables; may be empty.
std::vector<Block> untested_blocks(const jobs::MeasureResult& measured);

// {"holdout", "not_tested", "row_measures"} of all tables.
Value synthetic_value(const jobs::MeasureResult& measured);

// [{"measure", "group", "value", "interval", "reference", "excess", "clear"}, …], the worst first.
Value findings_value(const std::vector<jobs::Finding>& findings);

// "membership and exact-copies are clearly worse than chance." and what that does not say.
std::string findings_sentence(const std::vector<jobs::Finding>& findings);

}  // namespace sfumato::report
