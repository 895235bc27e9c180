// The page of `table compare`: the ranking, the risk-utility map, and the table itself under every
// protection, for whoever must decide. It shows true values and stays in the house.
#pragma once

#include <optional>
#include <string>

#include "report/report.hpp"
#include "report/table_comparison_report.hpp"

namespace sfumato::report {

// What is lost against the attacker's doubt, a point for each protection that has both, and the frontier;
// nothing where there is no such point.
std::optional<Figure> table_map_figure(const TableComparison& comparison);

// A whole HTML page, of the same frame as every other report.
std::string table_comparison_page(const TableComparison& comparison);

}  // namespace sfumato::report
