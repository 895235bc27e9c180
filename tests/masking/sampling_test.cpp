// Sampling: which records, how many, and that all sets of them are equally likely.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::mask;
using testing::numbers_table;

TEST(Sampling, ReleasesWholeRecordsInTheirOrder) {
  const Table original = testing::incomes(501);
  const Masked masked = mask(original, "sampling", {{"fraction", 0.3}});
  ASSERT_EQ(masked.mapping, Mapping::subset);
  ASSERT_EQ(masked.rows.size(), 150U);
  EXPECT_TRUE(std::is_sorted(masked.rows.begin(), masked.rows.end()));
  EXPECT_EQ(std::adjacent_find(masked.rows.begin(), masked.rows.end()), masked.rows.end());
  EXPECT_LT(masked.rows.back(), 501U);
  EXPECT_TRUE(masked.tables[0].same_data(original.taking_rows(masked.rows)));
  EXPECT_EQ(masked.details.at("records").as_integer(), 150);
  EXPECT_EQ(masked.details.at("weight_factor").as_number(), 501.0 / 150.0);
}

TEST(Sampling, SizeIsRoundedAndNeverNothing) {
  const auto size = [](std::size_t rows, double fraction) {
    return mask(testing::incomes(rows), "sampling", {{"fraction", fraction}}).tables[0].rows();
  };
  EXPECT_EQ(size(3, 0.5), 2U);  // 1.5, halves up
  EXPECT_EQ(size(10, 0.14), 1U);
  EXPECT_EQ(size(10, 1e-6), 1U);
  EXPECT_EQ(size(10, 1.0), 10U);
  EXPECT_EQ(size(0, 0.5), 0U);
  const Table all = testing::incomes(10);
  EXPECT_TRUE(mask(all, "sampling", {{"fraction", 1}}).tables[0].same_data(all));
}

// All C(6, 3) = 20 sets equally likely: chi-square with 19 degrees of freedom stays below its
// 0.999999 quantile, 63.68.
TEST(Sampling, EverySetOfRecordsIsEquallyLikely) {
  const Table original = numbers_table({{"x", {1, 2, 3, 4, 5, 6}}});
  std::map<std::vector<std::size_t>, double> counts;
  constexpr int draws = 40000;
  for (std::uint64_t seed = 0; seed < draws; ++seed) ++counts[mask(original, "sampling", {}, seed).rows];
  ASSERT_EQ(counts.size(), 20U);
  double chi_square = 0.0;
  for (const auto& [rows, count] : counts) {
    const double expected = draws / 20.0;
    chi_square += (count - expected) * (count - expected) / expected;
  }
  EXPECT_LT(chi_square, 63.68);
}

// What the dial claims: a record's chance to be found in the release is the fraction released.
TEST(Sampling, AFractionOfTheRecordsIsAtRisk) {
  const Table original = testing::incomes(400);
  for (const double fraction : {0.1, 0.5}) {
    const Masked masked = mask(original, "sampling", {{"fraction", fraction}});
    const Table left = original.taking_rows(masked.rows);
    const double linked = testing::measure(left, masked.tables[0], "distance-linkage").value.value();
    EXPECT_NEAR(linked, 100.0, 1.0) << "those released are as exposed as before";
    EXPECT_LE(linked / 100.0 * static_cast<double>(masked.rows.size()), 400.0 * fraction);
  }
}

TEST(Sampling, TakesCategoriesAndKeepsColumnsOutsideTheSet) {
  ColumnInfo town, amount;
  town.name = "town";
  town.kind = Kind::nominal;
  amount.name = "amount";
  const Table original({town, amount},
                       {Codes{{0, 1, -1, 1}, {"Reus", "Valls"}}, Integers{{5, 6, 7, 8}, {0, 0, 1, 0}}});
  const Masked masked = mask(original.taking_columns({0}), "sampling");
  EXPECT_EQ(masked.tables[0].rows(), 2U);
  const Masked both = mask(original, "sampling");
  EXPECT_EQ(both.tables[0].column(1), original.column(1).taking(both.rows));
}

}  // namespace
}  // namespace sfumato
