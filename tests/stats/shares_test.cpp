// Intervals of shares against published examples.
#include "stats/intervals/shares.hpp"

namespace sfumato::stats {
namespace {

TEST(Shares, WilsonIsThatOfTheDefinitions) {
  const Interval found = wilson(23, 100, 0.95);
  EXPECT_NEAR((found.lower + found.upper) / 2.0, 0.23998824, 5e-9);
  EXPECT_NEAR((found.upper - found.lower) / 2.0, 0.08155559, 5e-9);
}

TEST(Shares, WilsonAtTheEndsIsNotEmpty) {
  EXPECT_EQ(wilson(0, 50, 0.95).lower, 0.0);
  EXPECT_NEAR(wilson(0, 50, 0.95).upper, 0.07135, 5e-6);  // z²/(n + z²)
  EXPECT_EQ(wilson(50, 50, 0.95).upper, 1.0);
  EXPECT_EQ(wilson(0, 0, 0.95).lower, 0.0);
  EXPECT_EQ(wilson(0, 0, 0.95).upper, 1.0);
}

// Newcombe (1998), Statistics in Medicine 17, table II, method 10: 56/70 − 48/80.
TEST(Shares, NewcombeIsThePublishedExample) {
  const Interval found = newcombe(56, 70, 48, 80, 0.95);
  EXPECT_NEAR(found.lower, 0.0524, 5e-5);
  EXPECT_NEAR(found.upper, 0.3339, 5e-5);
}

TEST(Shares, QuantileIntervalsLieBetweenValues) {
  std::vector<double> values;
  for (int i = 1; i <= 100; ++i) values.push_back(i);
  // 50 ± 1.96·5: ranks 40 and 61.
  const Interval median = quantile_interval(values, 0.5, 0.95);
  EXPECT_EQ(median.lower, 40.0);
  EXPECT_EQ(median.upper, 61.0);
  EXPECT_EQ(quantile_interval(std::vector<double>{3.0}, 0.05, 0.95).upper, 3.0);
}

}  // namespace
}  // namespace sfumato::stats
