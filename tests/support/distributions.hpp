// Distributions for tests: one of each family, samples of them, and a plain Kolmogorov distance.
#pragma once

#include <algorithm>
#include <vector>

#include "core/rng.hpp"
#include "stats/distributions/distributions.hpp"

namespace sfumato::stats {

// One of each; beta and uniform on [−3, 7].
inline const std::vector<Distribution> examples{
    {Family::normal, 5.0, 10.0, 0, 0},   {Family::lognormal, 2.0, 0.7, 0, 0},
    {Family::gamma, 3.0, 20.0, 0, 0},    {Family::weibull, 0.7, 4.0, 0, 0},
    {Family::exponential, 6.0, 0, 0, 0}, {Family::beta, 2.0, 0.8, -3.0, 7.0},
    {Family::uniform, 0, 0, -3.0, 7.0}};

inline std::vector<double> sample(const Distribution& distribution, std::size_t count,
                                  std::uint64_t seed = 1) {
  Rng rng({seed, static_cast<std::uint64_t>(distribution.family)});
  std::vector<double> values(count);
  for (double& value : values) value = distribution.draw(rng);
  std::sort(values.begin(), values.end());
  return values;
}

inline double plain_distance(const Distribution& distribution, const std::vector<double>& sorted) {
  double distance = 0.0;
  const auto n = static_cast<double>(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const double value = distribution.cumulative(sorted[i]), place = static_cast<double>(i);
    distance = std::max({distance, (place + 1.0) / n - value, value - place / n});
  }
  return distance;
}

}  // namespace sfumato::stats
