// Families of distributions by hand, and what is drawn from them.
#include "stats/distributions/distributions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/distributions.hpp"

namespace sfumato::stats {
namespace {

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
