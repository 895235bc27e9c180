// The numbers behind a chart as a table, for people who prefer to read it, and for copying.
#pragma once

#include "report/report.hpp"

namespace sfumato::report {

// Values that are not finite are empty cells.
TableBlock chart_numbers(const Chart& chart);

}  // namespace sfumato::report
