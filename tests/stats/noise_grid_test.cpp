// The grid of noise: steps inside the domain and back, for domains of every size and place.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/rng.hpp"
#include "stats/distributions/grid_noise.hpp"

namespace sfumato::stats {
namespace {

struct Case {
  Domain domain;
  double scale;
};

const std::vector<Case> cases{{{0, 1}, 1},
                              {{0, 1}, 1e-30},
                              {{0, 1}, 1e30},
                              {{0.1, 0.7}, 0.6},
                              {{-0.3, 0.1}, 40},
                              {{-3, -1}, 1e-3},
                              {{1e9, 1e9 + 10}, 10},
                              {{-1e9 - 0.1, -1e9}, 1e-6},
                              {{1e9 + 0.1, 1e9 + 0.3}, 1e-9},
                              {{1e16, 1e16 + 4}, 1e-3},
                              {{-1e250, 1e250}, 1e250},
                              {{0, 1e-250}, 1e-250},
                              {{1.0, 1.0 + 0x1p-50}, 1.0},
                              {{-1, -1e-30}, 1},
                              {{-1e6, -1e-300}, 3},
                              {{1e-30, 1}, 1},
                              {{-1e-30, 1}, 1e3}};

bool power_of_two(double value) {
  int exponent = 0;
  return std::frexp(value, &exponent) == 0.5;
}

TEST(NoiseGrid, StepIsThePowerOfTwoThatItSays) {
  for (const auto& [domain, scale] : cases) {
    const Grid grid = noise_grid(domain, scale);
    const double width = domain.upper - domain.lower;
    EXPECT_TRUE(power_of_two(grid.step)) << grid.step;
    EXPECT_LE(grid.step, width / 2.0);
    EXPECT_GE(grid.step, width * 0x1p-50);
    if (scale * 0x1p-40 <= width / 4.0) {
      EXPECT_GE(grid.step, scale * 0x1p-40);
      EXPECT_LT(grid.step, 2.0 * std::max(scale * 0x1p-40, width * 0x1p-50));
    }
  }
  EXPECT_EQ(noise_grid({0, 1}, 1.0).step, 0x1p-40);
  EXPECT_EQ(noise_grid({0, 1}, 1.5).step, 0x1p-39);
  EXPECT_EQ(noise_grid({0, 1}, 0x1p-20).step, 0x1p-50);  // not finer than that of the domain
  EXPECT_EQ(noise_grid({0, 1}, 1e30).step, 0.25);
}

TEST(NoiseGrid, EverythingThatComesOutIsAMultipleOfTheStepInsideTheDomain) {
  for (const auto& [domain, scale] : cases) {
    const Grid grid = noise_grid(domain, scale);
    Rng rng({5, 5});
    EXPECT_LE(grid.lowest, grid.highest);
    for (int trial = 0; trial < 2000; ++trial) {
      const auto beyond =
          static_cast<std::int64_t>(rng.below(std::uint64_t{1} << 52)) - (std::int64_t{1} << 51);
      for (const double value : {grid.value(beyond), grid.value(grid.lowest), grid.value(grid.highest),
                                 grid.value(grid.lowest + std::abs(beyond) % (grid.width() + 1))}) {
        ASSERT_EQ(std::fmod(value, grid.step), 0.0) << value << " by " << grid.step;
        ASSERT_GE(value, domain.lower);
        ASSERT_LE(value, domain.upper);
      }
    }
    EXPECT_EQ(grid.value(std::numeric_limits<std::int64_t>::max()), grid.value(grid.highest));
    EXPECT_EQ(grid.value(std::numeric_limits<std::int64_t>::min()), grid.value(grid.lowest));
  }
}

TEST(NoiseGrid, IsNeverWiderThanTheDomainAndLosesTwoStepsAtMost) {
  for (const auto& [domain, scale] : cases) {
    const Grid grid = noise_grid(domain, scale);
    const double width = (domain.upper - domain.lower) / grid.step;
    EXPECT_LE(static_cast<double>(grid.width()), width);
    EXPECT_GE(static_cast<double>(grid.width()), width - 2.0);
  }
}

TEST(NoiseGrid, ValuesGoToTheNearestStepAndBack) {
  for (const auto& [domain, scale] : cases) {
    const Grid grid = noise_grid(domain, scale);
    Rng rng({6, 6});
    for (int trial = 0; trial < 1000; ++trial) {
      const double value = domain.lower + (domain.upper - domain.lower) * rng.uniform();
      const std::int64_t steps = grid.steps(value);
      ASSERT_GE(steps, grid.lowest);
      ASSERT_LE(steps, grid.highest);
      // Inside the first and last step, half a step off, and the rounding of a number of that size.
      const double slack = grid.step + 4.0 * std::fabs(value) * 0x1p-53;
      ASSERT_LE(std::fabs(grid.value(steps) - value), slack);
      ASSERT_EQ(grid.value(grid.steps(grid.value(steps))), grid.value(steps));
    }
  }
}

TEST(NoiseGrid, BringsInWhatLiesOutsideAndWhatIsMissing) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const auto& [domain, scale] : cases) {
    const Grid grid = noise_grid(domain, scale);
    for (const double low : {domain.lower, -1e300, -infinity}) EXPECT_EQ(grid.steps(low), grid.lowest);
    for (const double high : {domain.upper, 1e300, infinity}) EXPECT_EQ(grid.steps(high), grid.highest);
    EXPECT_EQ(grid.steps(std::nan("")), grid.lowest + grid.width() / 2);
  }
}

}  // namespace
}  // namespace sfumato::stats
