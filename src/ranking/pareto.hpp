// The Pareto frontier: points that no other point dominates.
#pragma once

#include <cstddef>
#include <vector>

#include "ranking/ranks.hpp"

namespace sfumato::ranking {

struct MapPoint {
  double risk = 0.0;
  double utility = 0.0;
};

// Positions of the points that no other is at least as good as on both sides and better on one, in
// ascending order of risk, then of utility. Equal points stay together; points with a NaN are left out.
std::vector<std::size_t> pareto_frontier(const std::vector<MapPoint>& points, Wanted risk, Wanted utility);

}  // namespace sfumato::ranking
