// The risk-utility map of protections of a database.
#pragma once

#include "report/queries/comparison.hpp"

namespace sfumato::report {

// Useful figures against guessed values, a point for each protection, and the Pareto frontier.
Figure query_map_figure(const QueryComparison& comparison);

}  // namespace sfumato::report
