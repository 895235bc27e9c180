// The noisy figures of one group, and the arithmetic of intervals that makes answers of them.
#pragma once

#include <span>

#include "queries/interval.hpp"
#include "queries/mechanism.hpp"
#include "queries/mechanism/noise.hpp"

namespace sfumato::queries {

struct NoisyGroup {
  std::span<const NoisyFigures> parts;  // in the order of the plan
  std::size_t group = 0;
  double lower = 0, upper = 0;  // the column's domain, in units
  double middle = 0;            // what sums are about

  double value(std::size_t part) const { return parts[part].values[group]; }
  // Where the figure lies unless noise is larger than its radius.
  Interval about(std::size_t part) const {
    return {value(part) - parts[part].radius, value(part) + parts[part].radius};
  }
};

// s / c for s and c anywhere in their intervals, c at least 1.
Interval ratio(const Interval& sum, const Interval& count);
Interval square(const Interval& values);

// Brings value and interval into what is possible, the interval a little wider than arithmetic can err.
void keep_within(GroupAnswer& answer, double lowest, double highest);

}  // namespace sfumato::queries
