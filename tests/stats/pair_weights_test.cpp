// Weights and thresholds of Fellegi and Sunter by hand.
#include "stats/linkage/pair_weights.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sfumato::stats {
namespace {

TEST(PairWeights, ByHand) {
  const LatentClasses classes{.prevalence = 0.1, .match = {0.5, 0.75}, .other = {0.25, 0.5}};
  const std::vector<double> weights = pair_weights(classes);
  ASSERT_EQ(weights.size(), 4U);
  const double disagree_first = std::log2(0.5 / 0.75), agree_second = std::log2(1.5);
  EXPECT_NEAR(weights[0], disagree_first - 1.0, 1e-11);
  EXPECT_NEAR(weights[1], 1.0 - 1.0, 1e-11);
  EXPECT_NEAR(weights[2], disagree_first + agree_second, 1e-11);
  EXPECT_NEAR(weights[3], 1.0 + agree_second, 1e-11);
}

TEST(PairWeights, EqualEvidenceHasEqualWeight) {
  const LatentClasses classes{.prevalence = 0.1, .match = {0.7, 0.9, 0.7}, .other = {0.3, 0.01, 0.3}};
  const std::vector<double> weights = pair_weights(classes);
  EXPECT_EQ(weights[0b001], weights[0b100]);
  EXPECT_EQ(weights[0b011], weights[0b110]);
}

// Columns from the right, in ascending weight: 00, 10, 01, 11. Other pairs make them with .72, .18, .08
// and .02, matches with .02, .08, .18 and .72.
TEST(PairWeights, ThresholdsByHand) {
  const LatentClasses classes{.prevalence = 0.1, .match = {0.9, 0.8}, .other = {0.1, 0.2}};
  const std::vector<double> weights = pair_weights(classes);
  LinkThresholds found = link_thresholds(classes, weights, 0.05, 0.05);
  EXPECT_EQ(found.upper, weights[0b11]);
  EXPECT_EQ(found.lower, weights[0b00]);
  found = link_thresholds(classes, weights, 0.1001, 0.1001);
  EXPECT_EQ(found.upper, weights[0b01]);
  EXPECT_EQ(found.lower, weights[0b10]);
  found = link_thresholds(classes, weights, 0.0, 0.0);
  EXPECT_TRUE(std::isinf(found.upper) && std::isinf(found.lower));
  found = link_thresholds(classes, weights, 1.0, 1.0);
  EXPECT_EQ(found.upper, weights[0b00]);
  EXPECT_EQ(found.lower, weights[0b11]);
}

}  // namespace
}  // namespace sfumato::stats
