// Elementary functions against the C library's and against tabulated quantiles.
#include "core/elementary.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/rng.hpp"

namespace sfumato {
namespace {

double units_in_last_place(double value, double expected) {
  const double unit = std::fabs(std::nextafter(expected, std::numeric_limits<double>::infinity()) - expected);
  return std::fabs(value - expected) / unit;
}

TEST(Elementary, LogIsAccurate) {
  Rng rng({1, 1});
  for (int i = 0; i < 200000; ++i) {
    const double x = std::exp(rng.uniform(-700.0, 700.0));
    EXPECT_LE(units_in_last_place(portable_log(x), std::log(x)), 2.0) << x;
    const double near_one = rng.uniform(0.5, 2.0);
    EXPECT_LE(units_in_last_place(portable_log(near_one), std::log(near_one)), 3.0) << near_one;
  }
  EXPECT_EQ(portable_log(1.0), 0.0);
}

TEST(Elementary, ExpIsAccurate) {
  Rng rng({1, 2});
  for (int i = 0; i < 200000; ++i) {
    const double x = rng.uniform(-700.0, 700.0);
    EXPECT_LE(units_in_last_place(portable_exp(x), std::exp(x)), 3.0) << x;
  }
  EXPECT_EQ(portable_exp(0.0), 1.0);
}

TEST(Elementary, NormalQuantile) {
  // Quantiles of the standard normal distribution to 16 digits.
  EXPECT_DOUBLE_EQ(normal_quantile(0.5), 0.0);
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 4.5e-16);
  EXPECT_NEAR(normal_quantile(0.995), 2.5758293035489004, 9e-16);
  EXPECT_NEAR(normal_quantile(1e-10), -6.361340902404056, 2e-15);
  EXPECT_NEAR(normal_quantile(1e-300), -37.0471, 1e-4);
  Rng rng({1, 3});
  for (int i = 0; i < 100000; ++i) {
    const double p = rng.uniform();
    EXPECT_NEAR(0.5 * std::erfc(-normal_quantile(p) / std::sqrt(2.0)), p, 4e-16 + 1e-15 * p) << p;
    EXPECT_NEAR(normal_quantile(p), -normal_quantile(1.0 - p), 1e-9);
  }
}

TEST(Elementary, NormalProbability) {
  EXPECT_DOUBLE_EQ(normal_probability(0.0), 0.5);
  EXPECT_NEAR(normal_probability(1.959963984540054), 0.975, 1e-15);
  EXPECT_NEAR(normal_probability(-6.361340902404056), 1e-10, 1e-18);
  EXPECT_EQ(normal_probability(40.0), 1.0);
  EXPECT_EQ(normal_probability(-40.0), 0.0);
  for (int i = -8000; i <= 8000; ++i) {
    const double x = i / 1000.0;
    EXPECT_NEAR(normal_probability(x), 0.5 * std::erfc(-x / std::sqrt(2.0)), 1e-15) << x;
    EXPECT_LE(normal_probability(x), normal_probability(x + 0.001)) << x;
  }
}

}  // namespace
}  // namespace sfumato
