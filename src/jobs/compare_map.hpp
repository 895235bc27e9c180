// The risk-utility map of a comparison, as plain points.
#pragma once

#include "compare/trials.hpp"
#include "jobs/compare_result.hpp"

namespace sfumato::jobs {

// Every contender around the parameter that was found, measured on both sides. Of a large file, whose sample
// is given, the curves are those of the sample, corrected so that they pass through what was measured on the
// whole file.
void add_map(const compare::Trials& trials, const compare::Trials* sample, ComparisonPart& part);

}  // namespace sfumato::jobs
