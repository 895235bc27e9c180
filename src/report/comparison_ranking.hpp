// The ranking of a comparison as tables and bars, and what its measures mean.
#pragma once

#include <vector>

#include "jobs/compare_result.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// Who reached the target, best first, with attained values, what is within the tolerance, the measures that
// rank, and a chart per measure; then who did not reach it, and why.
std::vector<Block> ranking_blocks(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part);

// Methods, their places and the values of utility measures; of those that did not reach the target, names.
std::vector<Block> public_ranking_blocks(const jobs::CompareResult& outcome,
                                         const jobs::ComparisonPart& part);

// A row per method that reached the target: the risks beside the chosen one.
TableBlock other_risks_table(const jobs::CompareResult& outcome, const compare::Comparison& comparison);

// One line per measure: what it says and which direction is good.
TableBlock measure_meanings(const jobs::CompareResult& outcome, const std::vector<std::size_t>& measures);

}  // namespace sfumato::report
