// For every record, whether its own partner is the nearest record on the other side by the largest
// difference in any column, as an intruder who compares ranks would link.
#pragma once

#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// max_j |a_ij − b_ij| of each row.
std::vector<double> largest_differences(const Matrix& a, const Matrix& b);

// For each row of `queries` the probability that its nearest row of `points` is its own, row i belonging to
// row i: 1/c where c rows are exactly as near as its own and none is nearer, else 0.
std::vector<double> nearest_partners(const Matrix& queries, const Matrix& points, const Run& run);
// The same of some rows of `queries` only, in the order of `rows`; all points are searched.
std::vector<double> nearest_partners(const Matrix& queries, const Matrix& points,
                                     std::span<const std::size_t> rows, const Run& run);

}  // namespace sfumato::stats
