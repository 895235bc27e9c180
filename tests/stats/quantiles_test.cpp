// Quantiles by hand.
#include "stats/ranks/quantiles.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

TEST(Quantiles, InterpolateBetweenOrderStatistics) {
  const std::vector<double> sorted{1, 2, 4, 8};
  EXPECT_EQ(quantile(sorted, 0.0), 1.0);
  EXPECT_EQ(quantile(sorted, 1.0), 8.0);
  EXPECT_EQ(quantile(sorted, 0.5), 3.0);           // place 1.5
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.9), 6.8);    // place 2.7
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.25), 1.75);  // place 0.75
  EXPECT_EQ(quantile(std::vector<double>{5}, 0.99), 5.0);
}

TEST(Quantiles, WeightsMoveThem) {
  const double nan = std::nan("");
  const std::vector<double> values{8, 1, nan, 4, 2, 9};
  const std::vector<double> weights{1, 1, 50, 1, 7, 0};  // total 10 without the missing value
  EXPECT_EQ(weighted_quantile(values, weights, 0.05), 1.0);
  EXPECT_EQ(weighted_quantile(values, weights, 0.5), 2.0);
  EXPECT_EQ(weighted_quantile(values, weights, 0.8), 2.0);  // reached exactly
  EXPECT_EQ(weighted_quantile(values, weights, 0.85), 4.0);
  EXPECT_EQ(weighted_quantile(values, weights, 1.0), 8.0);  // 9 weighs nothing
}

TEST(Quantiles, EqualWeightsGiveTheInverseOfTheDistributionFunction) {
  Rng rng({6, 6});
  std::vector<double> values(37), weights(37, 3.0);
  for (double& value : values) value = static_cast<double>(rng.below(12));
  for (const double p : {0.0, 0.1, 0.5, 0.77, 1.0}) {
    const double found = weighted_quantile(values, weights, p);
    double up_to = 0, below = 0;
    for (const double value : values) {
      up_to += value <= found ? 1.0 / 37 : 0.0;
      below += value < found ? 1.0 / 37 : 0.0;
    }
    EXPECT_GE(up_to, p - 1e-12);
    EXPECT_TRUE(below < p || below == 0.0);
  }
}

}  // namespace
}  // namespace sfumato::stats
