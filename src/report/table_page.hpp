// The page of `table compare`: the ranking, the risk-utility map, and the table itself under every
// protection, for the person who decides. It shows true values and is confidential.
#pragma once

#include <optional>
#include <string>

#include "report/report.hpp"
#include "report/table_comparison_report.hpp"

namespace sfumato::report {

// Information loss against the attacker's doubt, a point for each protection that has both, and the frontier;
// empty where there is no such point.
std::optional<Figure> table_map_figure(const TableComparison& comparison);

// A whole HTML page, of the same frame as every other report.
std::string table_comparison_page(const TableComparison& comparison);

}  // namespace sfumato::report
