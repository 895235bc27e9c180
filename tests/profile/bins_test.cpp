// Bins worked out by hand, and what must hold for any values.
#include "profile/bins.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/run.hpp"

namespace sfumato::profile {
namespace {

constexpr double missing_value = std::numeric_limits<double>::quiet_NaN();

TEST(Bins, GiveFewWholeNumbersABinEach) {
  const std::vector<double> values{1, 1, 2, 3, 3, 3, 5, 6};
  const Bins bins = bins_of(values, true);
  EXPECT_EQ(bins.edges, (std::vector<double>{0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5}));
  EXPECT_FALSE(bins.open_below || bins.open_above);
  EXPECT_EQ(bin_shares(bins, values), (std::vector<double>{0.25, 0.125, 0.375, 0.0, 0.125, 0.125}));
}

TEST(Bins, PutFarValuesIntoAnOpenBin) {
  // 0, 1, …, 99 and a million: quartiles 25 and 75, so the central part ends at 75 + 3·50 = 225. Freedman and
  // Diaconis ask for 225/(100/∛101) < 20 bins; 225/20 = 11.25 is rounded up to 15.
  std::vector<double> values(100);
  std::iota(values.begin(), values.end(), 0.0);
  values.push_back(1e6);
  const Bins bins = bins_of(values, true);
  ASSERT_EQ(bins.edges.size(), 17U);
  EXPECT_EQ(bins.edges.front(), 0.0);
  EXPECT_EQ(bins.edges.back(), 240.0);
  EXPECT_TRUE(bins.open_above);
  EXPECT_FALSE(bins.open_below);
  const std::vector<double> shares = bin_shares(bins, values);
  EXPECT_DOUBLE_EQ(shares[0], 15.0 / 101.0);
  EXPECT_DOUBLE_EQ(shares[6], 10.0 / 101.0);  // 90 to 99
  EXPECT_DOUBLE_EQ(shares.back(), 1.0 / 101.0);
  for (double& value : values) value = -value;
  std::reverse(values.begin(), values.end());
  const Bins mirrored = bins_of(values, true);
  EXPECT_TRUE(mirrored.open_below);
  EXPECT_EQ(mirrored.edges.front(), -240.0);
}

TEST(Bins, UseOuterQuantilesWhereQuartilesAreEqual) {
  // 380 zeros and 1 to 20: quartiles 0; the 99 % quantile lies at position 395.01 of 0…399: 16.01.
  std::vector<double> values(380);
  for (int i = 1; i <= 20; ++i) values.push_back(i);
  const Bins bins = bins_of(values, true);
  EXPECT_EQ(bins.edges.front(), -0.5);
  EXPECT_EQ(bins.edges.back(), 17.5);  // 16.5, and the open bin
  EXPECT_TRUE(bins.open_above);
  EXPECT_DOUBLE_EQ(bin_shares(bins, values).back(), 4.0 / 400.0);  // 17 to 20
}

TEST(Bins, HaveOneBinForEqualValues) {
  EXPECT_EQ(bins_of(std::vector<double>{7, 7, 7}, true).edges, (std::vector<double>{6.5, 7.5}));
  const Bins large = bins_of(std::vector<double>{1e17, 1e17}, false);
  ASSERT_EQ(large.edges.size(), 2U);
  EXPECT_LT(large.edges[0], 1e17);
  EXPECT_GT(large.edges[1], 1e17);
  const double denormal = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(bins_of(std::vector<double>{0.0, denormal}, false).edges, (std::vector<double>{0.0, denormal}));
}

TEST(Bins, OfNothingOrOfAnInfiniteRangeAreNone) {
  EXPECT_TRUE(bins_of({}, false).edges.empty());
  const double most = std::numeric_limits<double>::max();
  EXPECT_TRUE(bins_of(std::vector<double>{-most, most}, false).edges.empty());
  EXPECT_TRUE(bin_shares({}, std::vector<double>{1.0}).empty());
}

TEST(BinShares, LeaveOutMissingValues) {
  const Bins bins{{0.0, 1.0, 2.0}};
  EXPECT_EQ(bin_shares(bins, std::vector<double>{0.0, missing_value, 1.0, 2.0, missing_value}),
            (std::vector<double>{1.0 / 3.0, 2.0 / 3.0}));
  EXPECT_EQ(bin_shares(bins, std::vector<double>{missing_value}), (std::vector<double>{0.0, 0.0}));
}

TEST(AllWhole, DetectsFractionsAndSkipsMissing) {
  EXPECT_TRUE(all_whole(std::vector<double>{1.0, missing_value, -3.0}));
  EXPECT_FALSE(all_whole(std::vector<double>{1.0, 2.5}));
}

TEST(Bins, OfAnyValuesAscendAndHoldThemAll) {
  const sfumato::Run run({.seed = 11});
  for (std::uint64_t round = 0; round < 300; ++round) {
    Rng rng = run.rng("bins", round);
    const double tail = 0.2 * static_cast<double>(rng.below(20)), size = std::exp(20.0 * rng.normal());
    const bool whole = rng.chance(0.4);
    std::vector<double> values(1 + rng.below(400));
    for (double& value : values) {
      value = size * rng.normal() * std::exp(tail * rng.normal());
      if (rng.chance(0.2)) value = 0.0;
      if (whole) value = std::round(value);
    }
    std::sort(values.begin(), values.end());
    const Bins bins = bins_of(values, whole);
    ASSERT_GE(bins.edges.size(), 2U);
    EXPECT_LE(bins.edges.size(), 35U);
    for (std::size_t i = 1; i < bins.edges.size(); ++i) EXPECT_LT(bins.edges[i - 1], bins.edges[i]);
    if (!bins.open_below) {
      EXPECT_GE(values.front(), bins.edges.front());
    }
    if (!bins.open_above) {
      EXPECT_LE(values.back(), bins.edges.back());
    }
    const std::vector<double> shares = bin_shares(bins, values);
    EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1.0, 1e-12);
  }
}

}  // namespace
}  // namespace sfumato::profile
