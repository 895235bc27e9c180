// Squared differences of masked from original values, column by column, as a share of the total variation.
#pragma once

#include "core/measure.hpp"
#include "stats/distributions/moments.hpp"

namespace sfumato::stats {

class SquaredErrors {
 public:
  // Of one column, in order: the sum of squared differences, and the moments of the original.
  void add(double squares, const Moments& original);
  // The value with its details, or a note where the original does not vary.
  void describe(Score& result) const;

 private:
  double raw_ = 0.0, standard_ = 0.0, total_ = 0.0;
};

}  // namespace sfumato::stats
