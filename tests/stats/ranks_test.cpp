// Ranks and orders against sorting.
#include "stats/ranks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

TEST(Ranks, TiesShareTheMeanOfTheirPlaces) {
  const std::vector<double> values{3, 1, 3, -2, 3};
  EXPECT_EQ(average_ranks(values), (std::vector<double>{4, 2, 4, 1, 4}));
  EXPECT_EQ(ascending_order(values), (std::vector<std::uint32_t>{3, 1, 0, 2, 4}));
}

TEST(Ranks, ZerosOfBothSignsAreEqual) {
  EXPECT_EQ(average_ranks(std::vector<double>{0.0, -0.0, -1.0}), (std::vector<double>{2.5, 2.5, 1}));
}

TEST(Ranks, NothingHasNoRanks) { EXPECT_TRUE(average_ranks(std::vector<double>{}).empty()); }

TEST(Ranks, LargeInputEqualsAStableSort) {
  Rng rng({9, 9});
  for (const std::size_t n : {255, 256, 5000}) {
    std::vector<double> values(n);
    for (double& value : values) {
      value = rng.chance(0.5) ? static_cast<double>(rng.below(50)) - 25.0 : 1e6 * rng.normal();
      if (rng.chance(0.01)) value *= 1e-310;
    }
    std::vector<std::uint32_t> expected(n);
    std::iota(expected.begin(), expected.end(), 0U);
    std::stable_sort(expected.begin(), expected.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
    EXPECT_EQ(ascending_order(values), expected);
    const std::vector<double> ranks = average_ranks(values);
    for (std::size_t i = 0; i < n; i += 17) {
      double below = 0, equal = 0;
      for (const double other : values) {
        below += other < values[i] ? 1 : 0;
        equal += other == values[i] ? 1 : 0;
      }
      EXPECT_EQ(ranks[i], below + (equal + 1) / 2);
    }
  }
}

}  // namespace
}  // namespace sfumato::stats
