// For every record, whether its own partner is the nearest record on the other side by the largest
// difference in any column, as an intruder who compares ranks would link.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// max_j |a_ij − b_ij| of each row.
std::vector<double> largest_differences(const Matrix& a, const Matrix& b);

// Points that are nearer to a query than its partner (then 1: the search ends with the first), and points
// exactly as near; those of parts of the points add up.
struct PartnerCounts {
  std::uint64_t nearer = 0;
  std::uint64_t ties = 0;

  // That the partner, which is one of the points, is taken.
  double chance() const { return nearer > 0 ? 0.0 : 1.0 / static_cast<double>(ties); }
};

// Of each row of `queries`, whose partner is at this distance.
std::vector<PartnerCounts> count_partners(const Matrix& queries, std::span<const double> partners,
                                          const Matrix& points, const Run& run);

// For each row of `queries` the probability that its nearest row of `points` is its own, row i belonging to
// row i: 1/c where c rows are exactly as near as its own and none is nearer, else 0.
std::vector<double> nearest_partners(const Matrix& queries, const Matrix& points, const Run& run);
// The same of some rows of `queries` only, in the order of `rows`; all points are searched.
std::vector<double> nearest_partners(const Matrix& queries, const Matrix& points,
                                     std::span<const std::size_t> rows, const Run& run);

}  // namespace sfumato::stats
