// Families of distributions by hand, and what is drawn from them.
#include "stats/distributions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace sfumato::stats {
namespace {

// One of each; beta and uniform on [−3, 7].
const std::vector<Distribution> examples{
    {Family::normal, 5.0, 10.0, 0, 0},   {Family::lognormal, 2.0, 0.7, 0, 0},
    {Family::gamma, 3.0, 20.0, 0, 0},    {Family::weibull, 0.7, 4.0, 0, 0},
    {Family::exponential, 6.0, 0, 0, 0}, {Family::beta, 2.0, 0.8, -3.0, 7.0},
    {Family::uniform, 0, 0, -3.0, 7.0}};

std::vector<double> sample(const Distribution& distribution, std::size_t count, std::uint64_t seed = 1) {
  Rng rng({seed, static_cast<std::uint64_t>(distribution.family)});
  std::vector<double> values(count);
  for (double& value : values) value = distribution.draw(rng);
  std::sort(values.begin(), values.end());
  return values;
}

double plain_distance(const Distribution& distribution, const std::vector<double>& sorted) {
  double distance = 0.0;
  const auto n = static_cast<double>(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const double value = distribution.cumulative(sorted[i]), place = static_cast<double>(i);
    distance = std::max({distance, (place + 1.0) / n - value, value - place / n});
  }
  return distance;
}

TEST(Distributions, ProbabilitiesByHand) {
  EXPECT_NEAR(examples[0].cumulative(5.0 + 19.59963984540054), 0.975, 1e-15);
  EXPECT_NEAR(examples[1].cumulative(std::exp(2.0)), 0.5, 1e-15);
  // Gamma of shape 3: 1 − e^−t(1 + t + t²/2).
  EXPECT_NEAR(examples[2].cumulative(40.0), 1.0 - std::exp(-2.0) * 5.0, 1e-15);
  EXPECT_NEAR(examples[3].cumulative(4.0), 1.0 - std::exp(-1.0), 1e-15);
  EXPECT_NEAR(examples[4].cumulative(12.0), 1.0 - std::exp(-2.0), 1e-15);
  EXPECT_NEAR((Distribution{Family::beta, 2.0, 1.0, -3.0, 7.0}).cumulative(2.0), 0.25, 1e-15);  // u²
  EXPECT_NEAR(examples[6].cumulative(-0.5), 0.25, 1e-15);
  for (const Distribution& distribution : examples) {
    EXPECT_EQ(distribution.cumulative(-1e150), 0.0) << to_text(distribution.family);
    EXPECT_EQ(distribution.cumulative(1e150), 1.0) << to_text(distribution.family);
  }
}

// The distance of a sample from its own distribution, √n·D, exceeds 2.5 with probability 2·e^−12.5.
TEST(Distributions, DrawsFollowTheirDistribution) {
  for (const Distribution& distribution : examples) {
    const std::vector<double> values = sample(distribution, 100000);
    EXPECT_LT(plain_distance(distribution, values), 2.5 / std::sqrt(1e5)) << to_text(distribution.family);
  }
}

}  // namespace
}  // namespace sfumato::stats
