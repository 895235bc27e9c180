// An interval that contains a figure, with a stated probability or with certainty.
#pragma once

#include <limits>

namespace sfumato::queries {

struct Interval {
  double lower = std::numeric_limits<double>::quiet_NaN();
  double upper = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace sfumato::queries
