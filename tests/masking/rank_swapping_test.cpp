// Rank swapping: what it keeps, the distance of swaps, and their partners.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/error.hpp"
#include "masking/registry.hpp"
#include "stats/ranks/ranks.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::incomes;
using testing::mask;

TEST(RankSwapping, KeepsEachColumnsValues) {
  const Table original = incomes(1000);
  const Table masked = mask(original, "rank-swapping", {{"window", 5}}).tables[0];
  for (const std::string& name : original.names()) {
    EXPECT_EQ(testing::sorted(masked, name), testing::sorted(original, name));
  }
  EXPECT_FALSE(masked.same_data(original));
}

TEST(RankSwapping, SwapsStayInsideTheWindow) {
  std::vector<double> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>((i * 7919) % 1000);
  const Table original = testing::numbers_table({{"x", values}});
  for (const double window : {0.1, 0.55, 5.0, 33.3, 100.0}) {
    const Table masked = mask(original, "rank-swapping", {{"window", window}}).tables[0];
    const auto before = stats::average_ranks(values);
    const auto after = stats::average_ranks(masked.column(0).to_numbers());
    double largest = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i)
      largest = std::max(largest, std::fabs(before[i] - after[i]));
    EXPECT_LE(largest, std::floor(10.0 * window)) << window;
    if (window >= 5.0) {
      EXPECT_GT(largest, 5.0 * window);
    }
  }
}

TEST(RankSwapping, EveryPartnerInTheWindowIsEquallyLikely) {
  // n = 5, window 60 %: rank 0 is swapped with rank 1, 2 or 3.
  const Table original = testing::numbers_table({{"x", {10, 20, 30, 40, 50}}});
  std::map<double, int> partner;
  constexpr int n = 30000;
  for (std::uint64_t seed = 0; seed < n; ++seed) {
    ++partner[mask(original, "rank-swapping", {{"window", 60}}, seed).tables[0].column(0).to_numbers()[0]];
  }
  ASSERT_EQ(partner.size(), 3U);
  for (const auto& [value, count] : partner)
    EXPECT_NEAR(count, n / 3.0, 5.0 * std::sqrt(n * 2.0 / 9.0)) << value;
}

TEST(RankSwapping, MissingValuesStayWhereTheyAre) {
  const double nan = std::nan("");
  const Table original = testing::numbers_table({{"x", {1, nan, 2, 3, nan, 4, 5, 6}}});
  const Numbers masked = mask(original, "rank-swapping", {{"window", 100}}).tables[0].column(0).to_numbers();
  EXPECT_TRUE(std::isnan(masked[1]) && std::isnan(masked[4]));
  EXPECT_EQ(std::count_if(masked.begin(), masked.end(), [](double value) { return std::isnan(value); }), 2);
}

TEST(RankSwapping, IntegersAndCategoriesKeepTheirType) {
  ColumnInfo number, level;
  number.name = "n";
  level.name = "l";
  level.kind = Kind::ordinal;
  const Table original({number, level},
                       {Integers{{5, 4, 3, 2, 1}, {}}, Codes{{0, 1, 2, 1, 0}, {"low", "mid", "high"}}});
  const Table masked = mask(original, "rank-swapping", {{"window", 100}}).tables[0];
  EXPECT_NE(masked.column(0).get_if<Integers>(), nullptr);
  EXPECT_NE(masked.column(1).get_if<Codes>(), nullptr);
}

TEST(RankSwapping, SaysWhereTheWindowReachesNoRecord) {
  const Table original = testing::numbers_table({{"a", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}});
  const Masked masked = testing::mask(original, "rank-swapping", {{"window", 9.0}});
  EXPECT_EQ(masked.tables[0].column(0), original.column(0));
  EXPECT_EQ(masked.details.at("unchanged_columns"), Value::array_of({"a"}));
  EXPECT_EQ(testing::mask(original, "rank-swapping", {{"window", 10.0}}).details.find("unchanged_columns"),
            nullptr);
}

// The three largest of 30 values become their mean, 29, and the three smallest 2, before anything is swapped.
TEST(RankSwapping, TailsBecomeTheirMeans) {
  Numbers values(30);
  std::iota(values.begin(), values.end(), 1.0);
  const Table original = testing::numbers_table({{"x", values}});
  const Masked masked =
      testing::mask(original, "rank-swapping", {{"top", 10}, {"bottom", 10}, {"window", 20}});
  Numbers wanted = values;
  for (const std::size_t row : {0U, 1U, 2U}) wanted[row] = 2.0;
  for (const std::size_t row : {27U, 28U, 29U}) wanted[row] = 29.0;
  EXPECT_EQ(testing::sorted(masked.tables[0], "x"), wanted);
  EXPECT_EQ(masked.details.at("coded").as_integer(), 6);
}

TEST(RankSwapping, TailsOfOneOrTwoValuesAreRefused) {
  Numbers values(30);
  std::iota(values.begin(), values.end(), 1.0);
  const Table original = testing::numbers_table({{"x", values}});
  EXPECT_THROW(testing::mask(original, "rank-swapping", {{"top", 7}}), Error);  // two
  EXPECT_NO_THROW(testing::mask(original, "rank-swapping", {{"top", 3}}));      // none
  const Table equal = testing::numbers_table({{"x", Numbers(30, 4.0)}});
  EXPECT_TRUE(testing::mask(equal, "rank-swapping", {{"top", 20}}).tables[0].same_data(equal));
}

TEST(RankSwapping, TailsOfCategoriesBecomeTheirMedian) {
  ColumnInfo info;
  info.name = "size";
  info.kind = Kind::ordinal;
  const Table original({info}, {Codes{{0, 0, 0, 0, 0, 0, 0, 1, 2, 2}, {"small", "middle", "large"}}});
  const Masked masked = testing::mask(original, "rank-swapping", {{"top", 30}, {"window", 10}});
  const Codes* codes = masked.tables[0].column(0).get_if<Codes>();
  ASSERT_NE(codes, nullptr);
  EXPECT_EQ(std::count(codes->codes.begin(), codes->codes.end(), 2), 3) << "middle, large, large: large";
}

// Records with a key of their own go up to 50 ranks, others at most 5; each value is still there.
TEST(RankSwapping, RecordsAtRiskGoFurther) {
  Numbers values(100), keys(100, 1.0);
  std::iota(values.begin(), values.end(), 0.0);
  for (std::size_t row = 0; row < 100; row += 10) keys[row] = 1000.0 + static_cast<double>(row);
  const Table original = testing::numbers_table({{"x", values}, {"key", keys}});
  double risky_sum = 0.0;
  std::size_t unswapped = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Masked masked =
        masking::method("rank-swapping")
            .apply(original, {0},
                   {{"window", 5.0}, {"risk-keys", Value::array_of({"key"})}, {"risk-window", 50.0}},
                   sfumato::Run({.seed = seed}));
    EXPECT_EQ(testing::sorted(masked.tables[0], "x"), values);
    EXPECT_EQ(masked.details.at("at_risk").as_integer(), 10);
    unswapped += static_cast<std::size_t>(masked.details.at("at_risk_unswapped_cells").as_integer());
    const Numbers after = masked.tables[0].column(0).to_numbers();
    for (std::size_t row = 0; row < 100; ++row) {
      const double moved = std::fabs(after[row] - values[row]);
      EXPECT_LE(moved, 50.0);
      if (keys[row] > 1.0) risky_sum += moved;
      // A record that is not at risk moves further than 5 only where one at risk has drawn it.
      const bool with_risky = static_cast<std::size_t>(after[row]) % 10 == 0;
      if (keys[row] == 1.0 && !with_risky) {
        EXPECT_LE(moved, 5.0);
      }
    }
  }
  EXPECT_GT(risky_sum / 400.0, 10.0);
  EXPECT_LT(unswapped, 80U) << "mostly the highest";
}

}  // namespace
}  // namespace sfumato
