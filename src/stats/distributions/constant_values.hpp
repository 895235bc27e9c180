// Whether a column has one value only. Moments of such a column are not exactly those of a constant, since
// sums are rounded, so that methods ask this first.
#pragma once

#include <cmath>
#include <span>

namespace sfumato::stats {

// Are all present values equal? NaN is missing. True where there is none.
inline bool constant_values(std::span<const double> values) {
  double first = std::nan("");
  for (const double value : values) {
    if (std::isnan(value)) continue;
    if (std::isnan(first)) first = value;
    if (value != first) return false;
  }
  return true;
}

}  // namespace sfumato::stats
