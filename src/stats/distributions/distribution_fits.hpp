// Distributions fitted to a column and chosen by their distance to it, so that new values can be drawn from
// the best.
#pragma once

#include <optional>
#include <span>

#include "core/run.hpp"
#include "stats/distributions/distributions.hpp"

namespace sfumato::stats {

// The family fitted to ascending values of which two differ: maximum likelihood, but standard deviations
// divide by n − 1. Lognormal, gamma and Weibull need values > 0, the exponential values ≥ 0. Beta and
// uniform are defined on [min, max]; for the likelihood of the shapes u = (x − min)/(max − min) is pulled in
// by half a step, (u·(n−1) + ½)/n, since its ends have none. Nothing where the family does not fit or its
// equations have no finite solution.
std::optional<Distribution> fitted(Family family, std::span<const double> sorted);

// Kolmogorov and Smirnov's distance, the largest |F(x) − share of values up to x|, on both sides of every
// step. It needs few of the values: F is increasing, so that two of its values bound those between.
double kolmogorov_distance(const Distribution& distribution, std::span<const double> sorted);

struct Fit {
  Distribution distribution;
  double distance = 0.0;
};

// The family of least distance, the first of equals in the order above.
Fit best_fit(std::span<const double> sorted, const Run* run = nullptr);

}  // namespace sfumato::stats
