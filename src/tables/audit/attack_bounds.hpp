// Bound propagation: bounds that follow from one relation at a time, until they converge. They never cut off
// a value that the attacker cannot exclude, and are often exact.
#pragma once

#include <vector>

#include "tables/audit/attack_system.hpp"

namespace sfumato::tables {

struct OuterBounds {
  std::vector<double> lower, upper;  // deviations of the part's cells
  bool settled = false;              // converged; otherwise there were too many small steps
};

// `lower` and `upper` are the initial bounds: the part's own, or those of an insider.
OuterBounds outer_bounds(const AttackPart& part, std::vector<double> lower, std::vector<double> upper);

}  // namespace sfumato::tables
