// The risk-utility map of a comparison and the curves along which methods were calibrated, as figures.
#pragma once

#include <optional>
#include <vector>

#include "jobs/compare_result.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// Every point that was measured, a curve per method, the frontier of points that no other beats on both
// sides, the target, and the release itself; none where the part has no map or no point has both values.
std::optional<Figure> map_figure(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part);

// The target's measure against the dial of each method that has one, in the order of the attempts.
std::vector<Figure> calibration_figures(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part);

}  // namespace sfumato::report
