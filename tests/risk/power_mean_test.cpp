// Power means by hand, at their limits, and pointing the right way on both sides.
#include <gtest/gtest.h>

#include <cmath>

#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;

// Rank differences of a: 1, 2, 2, 1; of b: 3, 0, 0, 3.
const Table original = numbers_table({{"a", {1, 2, 3, 4}}, {"b", {1, 2, 3, 4}}});
const Table masked = numbers_table({{"a", {2, 4, 1, 3}}, {"b", {40, 10, 20, 0}}});

double power_mean(double alpha) {
  return measure(original, masked, "power-mean", {{"alpha", alpha}}).value.value();
}

TEST(PowerMean, ByHand) {
  EXPECT_EQ(power_mean(0.0), 0.0);  // b kept two ranks
  EXPECT_EQ(power_mean(-1.0), 0.0);
  EXPECT_DOUBLE_EQ(power_mean(1.0), 1.5);
  EXPECT_DOUBLE_EQ(power_mean(0.5), std::pow(2.0 * std::sqrt(3.0) / 4.0, 2.0));
  EXPECT_DOUBLE_EQ(power_mean(2.0), std::sqrt(18.0 / 4.0));  // the largest column
  const Score geometric = measure(original, masked, "power-mean", {{"alpha", 0}});
  EXPECT_DOUBLE_EQ(geometric.details.at("per_column").at("a").as_number(), std::sqrt(2.0));
  EXPECT_EQ(geometric.details.at("per_column").at("b"), Value(0.0));
  EXPECT_DOUBLE_EQ(measure(original, masked, "power-mean", {{"alpha", 0}, {"columns", "mean"}}).value.value(),
                   std::sqrt(2.0) / 2.0);
  const Score harmonic = measure(original, masked, "power-mean", {{"alpha", -1}});
  EXPECT_DOUBLE_EQ(harmonic.details.at("per_column").at("a").as_number(), 4.0 / 3.0);
}

TEST(PowerMean, GoesFromTheSmallestToTheLargestDistance) {
  const Score low = measure(original, masked, "power-mean", {{"alpha", -100}});
  EXPECT_NEAR(low.details.at("per_column").at("a").as_number(), std::pow(0.5, -0.01), 1e-12);
  EXPECT_NEAR(power_mean(100.0), 3.0 * std::pow(0.5, 0.01), 1e-12);
}

TEST(PowerMean, MoreNoiseIsLessRiskAndMoreLoss) {
  const Table table = testing::incomes(400).taking_columns({0, 1, 2});
  const Table weak = testing::mask(table, "additive-noise", {{"amount", 0.05}}).tables[0];
  const Table strong = testing::mask(table, "additive-noise", {{"amount", 3}}).tables[0];
  for (const double alpha : {0.5, 2.0}) {
    EXPECT_LT(measure(table, weak, "power-mean", {{"alpha", alpha}}).value.value(),
              measure(table, strong, "power-mean", {{"alpha", alpha}}).value.value());
  }
  EXPECT_EQ(measure(table, weak, "power-mean", {{"alpha", 0.5}}).details.at("side"), Value("risk"));
  EXPECT_EQ(measure(table, weak, "power-mean", {{"alpha", 2}}).details.at("side"), Value("utility"));
}

}  // namespace
}  // namespace sfumato
