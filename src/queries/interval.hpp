// Two numbers between which a figure lies: with a stated probability, or for certain.
#pragma once

#include <limits>

namespace sfumato::queries {

struct Interval {
  double lower = std::numeric_limits<double>::quiet_NaN();
  double upper = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace sfumato::queries
