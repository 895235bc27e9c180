// Uniform noise: factors are uniform within their bounds.
#include <gtest/gtest.h>

#include <cmath>

#include "stats/distributions/moments.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

TEST(UniformNoise, FactorsAreEvenWithinTheirBounds) {
  const Table original = testing::numbers_table({{"x", std::vector<double>(50000, -8.0)}});
  const Masked result = testing::mask(original, "uniform-noise", {{"spread", 0.25}});
  Numbers factors = result.tables[0].column(0).to_numbers();
  for (double& factor : factors) {
    factor /= -8.0;
    EXPECT_GE(factor, 0.75);
    EXPECT_LE(factor, 1.25);
  }
  const stats::Moments moments = stats::moments(factors);
  EXPECT_NEAR(moments.mean, 1.0, 5.0 * 0.25 / std::sqrt(3.0 * 50000.0));
  EXPECT_NEAR(moments.variance(), 0.0625 / 3.0, 5.0 * 0.0625 / 3.0 * std::sqrt(0.8 / 50000.0));
  EXPECT_DOUBLE_EQ(result.reveal.at("factor_variance").as_number(), 0.0625 / 3.0);
}

TEST(UniformNoise, ZerosAndSignsStay) {
  const Table original = testing::numbers_table({{"x", {0, -3, 4}}});
  const Numbers masked =
      testing::mask(original, "uniform-noise", {{"spread", 1}}).tables[0].column(0).to_numbers();
  EXPECT_EQ(masked[0], 0.0);
  EXPECT_LT(masked[1], 0.0);
  EXPECT_GT(masked[2], 0.0);
}

}  // namespace
}  // namespace sfumato
