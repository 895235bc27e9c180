// Bins by declaration: edges, decimals, and what one record can change of a histogram.
#include "masking/column_support.hpp"

#include <gtest/gtest.h>

#include "support/tables.hpp"

#include <cmath>
#include <cstdlib>

#include "core/rng.hpp"

namespace sfumato::masking {
namespace {

ColumnSupports supports_of(Domain domain, std::optional<int> decimals, std::size_t bins) {
  ColumnInfo info;
  info.name = "x";
  info.domain = domain;
  info.decimals = decimals;
  ColumnSupports supports = column_supports(Table({info}, {Numbers{}}), {0}, std::nullopt, "some-method");
  set_bins(supports, bins);
  return supports;
}

ColumnSupport support_of(Domain domain, std::optional<int> decimals, std::size_t bins) {
  return supports_of(domain, decimals, bins).columns.front();
}

TEST(ColumnSupport, BinsAreEquallyWideAndHoldTheirLowerEdge) {
  const ColumnSupport support = support_of({-10, 30}, std::nullopt, 4);
  EXPECT_EQ(support.bin_of(-10), 0U);
  EXPECT_EQ(support.bin_of(-0.1), 0U);
  EXPECT_EQ(support.bin_of(0), 1U);
  EXPECT_EQ(support.bin_of(29), 3U);
  EXPECT_EQ(support.bin_of(30), 3U);
  EXPECT_EQ(support.number_at(1, 0.5), 5.0);
  EXPECT_EQ(support.number_at(3, 1.0), 30.0);
}

TEST(ColumnSupport, DecimalsPutNumbersInTheMiddleOfBins) {
  const ColumnSupport support = support_of({1, 5}, 0, 100);
  EXPECT_EQ(support.bins, 5U);
  for (std::size_t bin = 0; bin < 5; ++bin) {
    EXPECT_EQ(support.bin_of(static_cast<double>(bin) + 1.0), bin);
    EXPECT_EQ(support.number_at(bin, 0.001), static_cast<double>(bin) + 1.0);
    EXPECT_EQ(support.number_at(bin, 0.999), static_cast<double>(bin) + 1.0);
  }
  EXPECT_EQ(support_of({1.1, 1.3}, 1, 100).bins, 3U);  // 1.1, 1.2, 1.3
  EXPECT_EQ(support_of({1.1, 1.3}, 1, 100).number_at(1, 0.7), 1.2);
}

TEST(ColumnSupport, DecimalsThatNoNumberOfTheDomainHasAreIgnored) {
  EXPECT_FALSE(support_of({0.2, 0.7}, 0, 10).units_of_one.has_value());
  EXPECT_FALSE(support_of({0, 1e30}, 0, 10).units_of_one.has_value());
  EXPECT_FALSE(support_of({0, 1}, 30, 10).units_of_one.has_value());
  EXPECT_TRUE(support_of({0.6, 1.4}, 0, 10).constant());  // 1 alone
  EXPECT_EQ(support_of({0.6, 1.4}, 0, 10).number_at(0, 0.1), 1.0);
}

// asinh(1000.5) = 7.6014 and asinh(−0.5) = −0.4812, so four bins are 2.0207 wide and begin at
// sinh(1.5394) = 2.2238, sinh(3.5601) = 17.569 and sinh(5.5808) = 132.64.
TEST(ColumnSupport, BinsByMagnitudeAreWiderAwayFromZero) {
  Table table = sfumato::testing::numbers_table({{"x", {1}}});
  ColumnInfo info = table.info(0);
  info.domain = Domain{0.0, 1000.0};
  info.decimals = 0;
  table.set_info(0, info);
  ColumnSupports supports = column_supports(table, {0}, std::nullopt, "test");
  set_bins(supports, 4, Spacing::magnitude);
  const ColumnSupport& support = supports.columns[0];
  const std::vector<std::pair<double, std::size_t>> expected{{0, 0},  {2, 0},   {3, 1},   {17, 1},
                                                             {18, 2}, {132, 2}, {133, 3}, {1000, 3}};
  for (const auto& [value, bin] : expected) EXPECT_EQ(support.bin_of(value), bin) << value;
  EXPECT_EQ(support.number_at(2, 0.0), 18.0);  // 17.569 to the nearest whole number
  EXPECT_EQ(support.number_at(3, 1.0), 1000.0);
  EXPECT_EQ(support.number_at(0, 0.0), 0.0);
}

TEST(ColumnSupport, WideDomainsAloneAreCutByMagnitude) {
  Table table = sfumato::testing::numbers_table({{"age", {1}}, {"loss", {1}}, {"tiny", {1}}});
  const std::vector<Domain> domains{{0.0, 120.0}, {-1e7, 1e7}, {1e150, 1e150 + 1e140}};
  for (ColumnId id = 0; id < 3; ++id) {
    ColumnInfo info = table.info(id);
    info.domain = domains[id];
    table.set_info(id, info);
  }
  ColumnSupports supports = column_supports(table, {0, 1, 2}, std::nullopt, "test");
  set_bins(supports, 10, Spacing::automatic);
  EXPECT_EQ(supports.columns[0].unit, 0.0);
  EXPECT_GT(supports.columns[1].unit, 0.0);
  for (const ColumnSupport& support : supports.columns) {
    for (std::size_t bin = 0; bin < 10; ++bin) {
      EXPECT_EQ(support.bin_of(support.number_at(bin, 0.5)), bin);
    }
  }
  // Symmetric around 0, where the smallest bins are.
  EXPECT_NEAR(supports.columns[1].number_at(7, 0.25), -supports.columns[1].number_at(2, 0.75), 1e-6);
}

TEST(ColumnSupport, ADomainOfNoWidthIsConstant) {
  const ColumnSupports supports = supports_of({3, 3}, std::nullopt, 10);
  EXPECT_TRUE(supports.columns[0].constant());
  EXPECT_EQ(supports.varying(), 0U);
  EXPECT_EQ(supports.columns[0].number_at(0, 0.3), 3.0);
  EXPECT_EQ(supports.columns[0].bin_of(3), 0U);
}

TEST(ColumnSupport, ValuesAreNeverMissingNorOutside) {
  const ColumnSupport support = support_of({0, 10}, std::nullopt, 5);
  EXPECT_EQ(support.values(Numbers{-3, 4, std::nan(""), 1e100}), (std::vector<double>{0, 4, 5, 10}));
}

TEST(ColumnSupport, MissingCategoriesCountAsTheMiddleOrTheFirst) {
  ColumnInfo level, town;
  level.name = "level";
  level.kind = Kind::ordinal;
  level.order = {"a", "b", "c", "d"};
  town.name = "town";
  town.kind = Kind::nominal;
  town.categories = {"x", "y", "z"};
  const Table table({level, town}, {Codes{{-1}, {}}, Codes{{0}, {"w"}}});
  const ColumnSupports supports = column_supports(table, {0, 1}, std::nullopt, "some-method");
  EXPECT_EQ(supports.columns[0].values(table.column(0)), (std::vector<double>{1}));
  EXPECT_EQ(supports.columns[1].values(table.column(1)), (std::vector<double>{0}));
  EXPECT_EQ(supports.columns[0].bins, 4U);
}

// Whatever the values of a record and of its replacement: outside the domain, missing or on an edge.
TEST(ColumnSupport, OneRecordChangesAHistogramByTwoAtMost) {
  Rng rng({8, 1});
  const std::vector<double> odd = {std::nan(""), -1e300, 1e300, 0.0, 10.0, 2.5, 5.0};
  std::int64_t largest = 0;
  for (int round = 0; round < 2000; ++round) {
    const ColumnSupport support =
        support_of({0, 10}, rng.chance(0.5) ? std::optional<int>(0) : std::nullopt, 2 + rng.below(30));
    Numbers values(1 + rng.below(20));
    const auto any = [&] { return rng.chance(0.5) ? odd[rng.below(odd.size())] : rng.uniform(-5.0, 15.0); };
    for (double& value : values) value = any();
    const auto before = histogram(support.values(values), support);
    values[rng.below(values.size())] = any();
    const auto after = histogram(support.values(values), support);
    std::int64_t change = 0;
    for (std::size_t bin = 0; bin < before.size(); ++bin) change += std::abs(before[bin] - after[bin]);
    EXPECT_LE(change, 2);
    largest = std::max(largest, change);
  }
  EXPECT_EQ(largest, 2);
}

}  // namespace
}  // namespace sfumato::masking
