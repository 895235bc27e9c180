// Kendall's score against pairs counted one by one, and what one record can change of it.
#include "stats/ranks/kendall.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

using Values = std::vector<double>;

std::int64_t score(const Values& x, const Values& y) {
  return kendall_score(ordered_levels(x), ordered_levels(y));
}

int sign(double difference) { return difference > 0.0 ? 1 : difference < 0.0 ? -1 : 0; }

std::int64_t counted_pairs(const Values& x, const Values& y) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = i + 1; j < x.size(); ++j) sum += sign(x[i] - x[j]) * sign(y[i] - y[j]);
  }
  return sum;
}

Values drawn(std::size_t count, std::uint64_t levels, Rng& rng) {
  Values result(count);
  for (double& value : result) value = levels == 0 ? rng.normal() : static_cast<double>(rng.below(levels));
  return result;
}

TEST(Kendall, ByHand) {
  // Of six pairs (1,2) and (3,4) are discordant: 4 − 2.
  EXPECT_EQ(score({1, 2, 3, 4}, {2, 1, 4, 3}), 2);
  // (1,2) is tied in x, (2,3) in y; (1,3) is discordant, and (1,4), (2,4), (3,4) are concordant.
  EXPECT_EQ(score({1, 1, 2, 3}, {5, 4, 4, 6}), 2);
  EXPECT_EQ(score({1, 2, 3}, {7, 7, 7}), 0);
  EXPECT_EQ(score({}, {}), 0);
  EXPECT_EQ(score({3}, {1}), 0);
}

TEST(Kendall, LevelsAreSharedByEqualValues) {
  const OrderedLevels found = ordered_levels(Values{0.5, -0.0, 2.0, 0.0, 0.5});
  EXPECT_EQ(found.levels, (std::vector<std::uint32_t>{1, 0, 2, 0, 1}));
  EXPECT_EQ(found.order, (std::vector<std::uint32_t>{1, 3, 0, 4, 2}));
  EXPECT_EQ(found.count, 3U);
}

TEST(Kendall, AgreesWithPairsCountedOneByOne) {
  Rng rng({3, 1});
  for (int round = 0; round < 400; ++round) {
    const std::size_t count = rng.below(60);
    const Values x = drawn(count, rng.below(4) * 3, rng), y = drawn(count, rng.below(4) * 2, rng);
    EXPECT_EQ(score(x, y), counted_pairs(x, y)) << round;
    EXPECT_EQ(score(x, y), score(y, x)) << round;
  }
}

TEST(Kendall, IsExactForManyRecords) {
  const std::int64_t n = 200000;
  Values up(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < up.size(); ++i) up[i] = static_cast<double>(i);
  Values down(up.rbegin(), up.rend());
  EXPECT_EQ(score(up, up), n * (n - 1) / 2);
  EXPECT_EQ(score(up, down), -n * (n - 1) / 2);
}

TEST(Kendall, OneRecordChangesItByTwiceTheOthersAtMost) {
  Rng rng({3, 2});
  std::int64_t largest_excess = -1000;
  for (int round = 0; round < 3000; ++round) {
    const std::size_t count = 2 + rng.below(20);
    Values x = drawn(count, rng.below(3) * 2, rng), y = drawn(count, rng.below(3) * 2, rng);
    const std::int64_t before = score(x, y);
    const std::size_t row = rng.below(count);
    // Far outside, at the edge of the others, or among them.
    const Values places = {-1e6, 1e6, x[rng.below(count)], rng.normal()};
    x[row] = places[rng.below(places.size())];
    y[row] = places[rng.below(places.size())];
    const auto bound = static_cast<std::int64_t>(2 * (count - 1));
    largest_excess = std::max(largest_excess, std::abs(score(x, y) - before) - bound);
  }
  EXPECT_LE(largest_excess, 0);
}

TEST(Kendall, TheBoundOfOneRecordIsReached) {
  // From below all others in both columns to below in one and above in the other: −2 for every other record.
  Values x = {0, 1, 2, 3, 4}, y = {0, 1, 2, 3, 4};
  const std::int64_t before = score(x, y);
  y[0] = 9;
  EXPECT_EQ(before - score(x, y), 2 * 4);
}

}  // namespace
}  // namespace sfumato::stats
