// Summaries, bins and correlations of small tables worked out by hand.
#include "profile/before_after.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "support/tables.hpp"

namespace sfumato::profile {
namespace {

constexpr double missing_cell = std::numeric_limits<double>::quiet_NaN();

BeforeAfter compare(const Table& original, const Table& masked) {
  return before_after(original, masked, testing::all_columns(original), Run());
}

Table one_column(const std::string& name, Kind kind, Column column) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  return Table({info}, {std::move(column)});
}

TEST(BeforeAfter, SumsUpPresentValues) {
  const ColumnChange change = compare(testing::numbers_table({{"pay", {1, 2, missing_cell, 3, 6}}}),
                                      testing::numbers_table({{"pay", {2, 2, 2, 3, missing_cell}}}))
                                  .columns[0];
  EXPECT_EQ(change.before.present, 4U);
  EXPECT_EQ(change.before.missing, 1U);
  EXPECT_DOUBLE_EQ(*change.before.mean, 3.0);
  EXPECT_DOUBLE_EQ(*change.before.sd, std::sqrt(14.0 / 3.0));  // 4 + 1 + 0 + 9
  EXPECT_DOUBLE_EQ(*change.after.mean, 2.25);
  EXPECT_DOUBLE_EQ(*change.after.sd, 0.5);
  // Type 7 on 1, 2, 3, 6: the quartiles lie at positions 0.75 and 2.25, the median at 1.5.
  EXPECT_DOUBLE_EQ(change.before.quantiles[2], 1.75);
  EXPECT_DOUBLE_EQ(change.before.quantiles[3], 2.5);
  EXPECT_DOUBLE_EQ(change.before.quantiles[4], 3.75);
  EXPECT_DOUBLE_EQ(change.unchanged_percent, 40.0);  // 2 and 3
}

TEST(BeforeAfter, CountsBothTablesInCommonBins) {
  const ColumnChange change = compare(testing::numbers_table({{"size", {1, 1, 2, 3}}}),
                                      testing::numbers_table({{"size", {0.8, 1.2, 2.6, 4.0}}}))
                                  .columns[0];
  // Whole numbers before: bins around them, over both.
  EXPECT_EQ(change.bins.edges, (std::vector<double>{0.5, 1.5, 2.5, 3.5, 4.5}));
  EXPECT_EQ(change.shares_before, (std::vector<double>{0.5, 0.25, 0.25, 0.0}));
  EXPECT_EQ(change.shares_after, (std::vector<double>{0.5, 0.0, 0.25, 0.25}));
}

TEST(BeforeAfter, BinsOfTheReleaseAloneDoNotDependOnTheOriginal) {
  const Table masked = testing::numbers_table({{"pay", {1, 2, 3, 4, 5}}});
  const ColumnChange near = compare(masked, masked).columns[0];
  const ColumnChange far =
      compare(testing::numbers_table({{"pay", {1000.5, 2000, 3000, 99999, missing_cell}}}), masked)
          .columns[0];
  EXPECT_NE(near.bins.edges, far.bins.edges);
  EXPECT_EQ(near.released.bins.edges, far.released.bins.edges);
  EXPECT_EQ(near.released.shares, far.released.shares);
}

TEST(BeforeAfter, CorrelatesRecordsThatHaveBothColumns) {
  const BeforeAfter found = compare(
      testing::numbers_table(
          {{"a", {1, 2, 3, missing_cell}}, {"b", {2, 4, 6, 100}}, {"c", {1, 3, 2, 5}}, {"d", {7, 7, 7, 9}}}),
      testing::numbers_table(
          {{"a", {1, 2, 3, 4}}, {"b", {4, 3, 2, 1}}, {"c", {1, 1, 1, 1}}, {"d", {7, 7, 7, 9}}}));
  EXPECT_EQ(found.correlated, (std::vector<std::string>{"a", "b", "c", "d"}));
  EXPECT_DOUBLE_EQ(found.correlations_before[0][1], 1.0);    // the last record has no a
  EXPECT_DOUBLE_EQ(found.correlations_before[2][0], 0.5);    // (1·1 + 0·1 + 1·0)/2
  EXPECT_TRUE(std::isnan(found.correlations_before[0][3]));  // d is constant where a is present
  EXPECT_DOUBLE_EQ(found.correlations_before[3][3], 1.0);
  EXPECT_DOUBLE_EQ(found.correlations_after[0][1], -1.0);
  EXPECT_TRUE(std::isnan(found.correlations_after[2][2]));
  EXPECT_EQ(found.correlations_after[3][0], found.correlations_after[0][3]);
}

TEST(BeforeAfter, TakesIntegersAndDatesAsNumbers) {
  const ColumnChange age = compare(one_column("age", Kind::numeric, Integers{{20, 30, 40}, {0, 0, 1}}),
                                   one_column("age", Kind::numeric, Integers{{20, 31, 0}, {0, 0, 1}}))
                               .columns[0];
  EXPECT_DOUBLE_EQ(*age.before.mean, 25.0);
  EXPECT_EQ(age.after.missing, 1U);
  EXPECT_NEAR(age.unchanged_percent, 200.0 / 3.0, 1e-12);  // 20, and missing stays missing
  const ColumnChange born = compare(one_column("born", Kind::numeric, Dates{{0, 10, Dates::missing}}),
                                    one_column("born", Kind::numeric, Dates{{2, 10, 6}}))
                                .columns[0];
  EXPECT_TRUE(born.dates);
  EXPECT_DOUBLE_EQ(*born.before.mean, 5.0);
  EXPECT_DOUBLE_EQ(*born.after.mean, 6.0);
  EXPECT_FALSE(born.bins.edges.empty());
}

TEST(BeforeAfter, DistinguishesLargeIntegers) {
  const std::int64_t large = (std::int64_t{1} << 53) + 1;
  const ColumnChange change = compare(one_column("id", Kind::numeric, Integers{{large}, {}}),
                                      one_column("id", Kind::numeric, Integers{{large - 1}, {}}))
                                  .columns[0];
  EXPECT_EQ(change.unchanged_percent, 0.0);
}

TEST(BeforeAfter, ComparesCategories) {
  const ColumnChange sex = compare(one_column("sex", Kind::nominal, Codes{{0, 0, 1, -1}, {"f", "m"}}),
                                   one_column("sex", Kind::nominal, Codes{{1, 0, 1, -1}, {"f", "m"}}))
                               .columns[0];
  ASSERT_EQ(sex.categories.size(), 2U);
  EXPECT_DOUBLE_EQ(sex.categories[0].before, 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(sex.categories[0].after, 1.0 / 3.0);
  EXPECT_EQ(sex.before.missing, 1U);
  EXPECT_FALSE(sex.before.mean);
  EXPECT_TRUE(sex.bins.edges.empty());
  EXPECT_DOUBLE_EQ(sex.unchanged_percent, 75.0);
}

TEST(BeforeAfter, ComparesNumbersThatBecameTextByCategories) {
  const BeforeAfter found = compare(one_column("age", Kind::numeric, Integers{{31, 32}, {}}),
                                    one_column("age", Kind::nominal, Codes{{0, 0}, {"30-39"}}));
  EXPECT_TRUE(found.correlated.empty());
  EXPECT_EQ(found.columns[0].categories.size(), 3U);
  EXPECT_EQ(found.columns[0].released.categories.size(), 1U);
}

TEST(BeforeAfter, TakesTablesOfOtherLengths) {
  const ColumnChange change =
      compare(testing::numbers_table({{"x", {1, 2, 3, 4}}}), testing::numbers_table({{"x", {2, 4}}}))
          .columns[0];
  EXPECT_TRUE(std::isnan(change.unchanged_percent));
  EXPECT_EQ(change.after.present, 2U);
  EXPECT_EQ(change.shares_after, (std::vector<double>{0.0, 0.5, 0.0, 0.5}));
}

TEST(BeforeAfter, TakesEmptyMissingSingleAndConstantColumns) {
  const BeforeAfter none = compare(testing::numbers_table({{"x", {}}}), testing::numbers_table({{"x", {}}}));
  EXPECT_TRUE(none.columns[0].bins.edges.empty());
  EXPECT_TRUE(none.columns[0].before.quantiles.empty());
  EXPECT_FALSE(none.columns[0].before.mean);
  const ColumnChange lost =
      compare(testing::numbers_table({{"x", {5}}}), testing::numbers_table({{"x", {missing_cell}}}))
          .columns[0];
  EXPECT_FALSE(lost.before.sd);  // of one value
  EXPECT_EQ(lost.shares_before, (std::vector<double>{1.0}));
  EXPECT_EQ(lost.shares_after, (std::vector<double>{0.0}));
  EXPECT_TRUE(lost.released.bins.edges.empty());
  const ColumnChange same =
      compare(testing::numbers_table({{"x", {3, 3}}}), testing::numbers_table({{"x", {3, 3}}})).columns[0];
  EXPECT_EQ(*same.before.sd, 0.0);
  EXPECT_EQ(same.bins.edges, (std::vector<double>{2.5, 3.5}));
}

TEST(BeforeAfter, NamesAColumnThatTheReleaseLacks) {
  EXPECT_THROW(compare(testing::numbers_table({{"x", {1}}}), testing::numbers_table({{"y", {1}}})), Error);
}

TEST(BeforeAfter, SharesSumToOneForMaskedIncomes) {
  const Table original = testing::incomes(400);
  const Table masked = testing::mask(original, "additive-noise").tables[0];
  const BeforeAfter found = compare(original, masked);
  for (const ColumnChange& change : found.columns) {
    for (const auto* shares : {&change.shares_before, &change.shares_after, &change.released.shares}) {
      EXPECT_NEAR(std::accumulate(shares->begin(), shares->end(), 0.0), 1.0, 1e-12) << change.name;
    }
    EXPECT_EQ(change.shares_before.size() + 1, change.bins.edges.size());
  }
  EXPECT_TRUE(found.columns[2].bins.open_above);  // savings have a long tail
}

}  // namespace
}  // namespace sfumato::profile
