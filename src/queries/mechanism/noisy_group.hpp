// The noisy figures of one group, and interval arithmetic to combine them.
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
  double middle = 0;            // reference of the sums

  double value(std::size_t part) const { return parts[part].values[group]; }
  // The interval of the figure, if the noise is within its radius.
  Interval about(std::size_t part) const {
    return {value(part) - parts[part].radius, value(part) + parts[part].radius};
  }
};

// The range of s / c for s and c in their intervals, c at least 1.
Interval ratio(const Interval& sum, const Interval& count);
Interval square(const Interval& values);

// Clamps value and interval to the possible range; the interval is first widened by more than the rounding
// errors.
void keep_within(GroupAnswer& answer, double lowest, double highest);

}  // namespace sfumato::queries
