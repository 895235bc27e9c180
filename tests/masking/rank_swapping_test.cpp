// Rank swapping: what it keeps, the distance of swaps, and their partners.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

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

}  // namespace
}  // namespace sfumato
