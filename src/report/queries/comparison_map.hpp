// The risk-utility map of protections of a database.
#pragma once

#include "report/queries/comparison.hpp"

namespace sfumato::report {

// Figures that are of use against values that are guessed, a point for each protection, and the frontier.
Figure query_map_figure(const QueryComparison& comparison);

}  // namespace sfumato::report
