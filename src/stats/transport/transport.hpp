// Optimal transport: the least total distance over which one distribution of mass is moved into
// another. It compares files without a record mapping.
#pragma once

#include <cstdint>
#include <vector>

#include "core/run.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// Row i of `points` holds mass[i] ≥ 0 units; no coordinate is missing.
struct PointMasses {
  Matrix points;
  std::vector<std::int64_t> mass;
};

struct Transport {
  double distance = 0.0;   // mean Euclidean distance of a unit of mass; 0 without any mass
  std::size_t rounds = 0;  // of solving and pricing; 0 where none was needed
  std::size_t arcs = 0;    // pairs of points that the last round considered
};

// Both sides have the same columns and the same total mass, at most 2^53.
//
// Equal points are one, and mass that both sides hold at a point stays there (by the triangle
// inequality that is optimal). One column is solved by sorting. Otherwise the network simplex solves the
// problem on a few arcs per point, the potentials price all pairs, those that would lower the cost
// join, and so on until there are none: the optimum over all pairs without n² memory. Costs are
// integers for that, in units of 2^−44 of the diameter of the points' bounding box, so that every comparison
// is exact and the plan costs at most one such unit more than the optimum; the distance is that of the plan
// in double precision.
Transport transport(const PointMasses& from, const PointMasses& to, const Run& run);

}  // namespace sfumato::stats
