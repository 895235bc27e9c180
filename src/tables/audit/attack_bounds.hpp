// Bounds that follow from one relation at a time, passed on until nothing moves. They never cut off a value
// that the attacker cannot exclude, and often they are already the answer.
#pragma once

#include <vector>

#include "tables/audit/attack_system.hpp"

namespace sfumato::tables {

struct OuterBounds {
  std::vector<double> lower, upper;  // deviations of the part's cells
  bool settled = false;              // nothing moves any more; otherwise there were too many small steps
};

// `lower` and `upper` as they are known at the start: the part's own, or those of an insider.
OuterBounds outer_bounds(const AttackPart& part, std::vector<double> lower, std::vector<double> upper);

}  // namespace sfumato::tables
