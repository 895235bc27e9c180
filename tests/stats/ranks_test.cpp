// Ranks and orders against sorting.
#include "stats/ranks/ranks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
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

TEST(Ranks, MissingValuesAreInNoOrder) {
  const double nan = std::nan("");
  for (const std::size_t copies : {1, 200}) {  // by comparison, and by radix
    std::vector<double> values;
    for (std::size_t i = 0; i < copies; ++i) values.insert(values.end(), {nan, 5.0, -nan, 4.0});
    const Ranking found = ranking(values);
    ASSERT_EQ(found.order.size(), 2 * copies);
    ASSERT_EQ(found.ranks.size(), 4 * copies);
    EXPECT_EQ(found.order, ascending_order(values));
    EXPECT_EQ(found.order.front(), 3U);
    EXPECT_EQ(found.order.back(), 4 * copies - 3);
    const auto n = static_cast<double>(copies);
    EXPECT_EQ(found.ranks[3], (n + 1.0) / 2.0);
    EXPECT_EQ(found.ranks[1], n + (n + 1.0) / 2.0);
    EXPECT_TRUE(std::isnan(found.ranks[0]) && std::isnan(found.ranks[2]));
  }
  EXPECT_TRUE(ascending_order(std::vector<double>(300, nan)).empty());
}

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
