// Confidence intervals of a share, of the difference of two shares, and of a quantile: beside every number of
// an attack, how much of it may be chance.
#pragma once

#include <span>

namespace sfumato::stats {

struct Interval {
  double lower = 0.0;
  double upper = 1.0;
};

// Wilson (1927), Probable inference, the law of succession, and statistical inference, JASA 22: for
// `successes` of `trials` (not necessarily whole) at a level such as 0.95. [0, 1] without a trial.
Interval wilson(double successes, double trials, double level);

// The difference of two independent shares, first minus second, from their Wilson intervals: Newcombe (1998),
// Interval estimation for the difference between independent proportions, Statistics in Medicine 17, method
// 10. [−1, 1] where one has no trial.
Interval newcombe(double successes, double trials, double other_successes, double other_trials, double level);

// The p-quantile of the distribution that ascending values were drawn from, between two of them: ranks
// n·p ± z·√(n·p(1−p)), rounded outwards and clipped. Needs a value.
Interval quantile_interval(std::span<const double> sorted, double p, double level);

}  // namespace sfumato::stats
