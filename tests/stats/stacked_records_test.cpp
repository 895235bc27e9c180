// Two files on one scale, by hand.
#include "stats/linear/stacked_records.hpp"

#include <gtest/gtest.h>

#include "support/categories.hpp"
#include "support/tables.hpp"

namespace sfumato::stats {
namespace {

TEST(StackedRecords, ByHand) {
  Table original = testing::numbers_table({{"a", {2, 4}}, {"b", {5, 5}}, {"c", {7, 7}}, {"d", {0, 0}}});
  Table masked = testing::numbers_table({{"a", {3, 8}}, {"b", {5, 9}}, {"c", {7, 7}}, {"d", {0, 0}}});
  ColumnInfo info = original.info(3);
  info.kind = Kind::nominal;
  original.set_info(3, info);
  original.replace(3, Codes{{2, 1}, {"unused", "x", "y"}});
  masked.replace(3, Codes{{0, 1}, {"z", "y"}});
  const StackedRecords stacked =
      stacked_records(original, masked, {0, 1, 2, 3}, unpaired_rows(original, masked, {0, 1, 2, 3}));
  EXPECT_EQ(stacked.original, 2U);
  EXPECT_EQ(stacked.columns, (std::vector<std::size_t>{0, 1, 3}));  // c does not vary
  EXPECT_EQ(stacked.categories, (std::vector<std::size_t>{0, 0, 3}));
  const std::vector<std::vector<double>> expected{{0, 1, 0.5, 3}, {0, 0, 0, 1}, {1, 0, 2, 1}};
  for (std::size_t j = 0; j < 3; ++j) {
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(stacked.values(i, j), expected[j][i]) << i << ' ' << j;
  }
}

// The baseline is the most frequent category of the original, and of several the first by text.
TEST(StackedRecords, OrdersCategoriesWithoutRegardToRows) {
  const auto places = [](std::vector<std::string> before, std::vector<std::string> after) {
    const Table original = testing::texts_table({{"a", std::move(before)}});
    const Table masked = testing::texts_table({{"a", std::move(after)}});
    const StackedRecords stacked =
        stacked_records(original, masked, {0}, unpaired_rows(original, masked, {0}));
    const auto values = stacked.values.column(0);
    return std::vector<double>(values.begin(), values.end());
  };
  EXPECT_EQ(places({"c", "b", "c", "a"}, {"d", "b"}), (std::vector<double>{0, 2, 0, 1, 3, 2}));
  EXPECT_EQ(places({"a", "c", "b", "c"}, {"b", "d"}), (std::vector<double>{1, 0, 2, 0, 2, 3}));
  EXPECT_EQ(places({"b", "a"}, {"a", "b"}), (std::vector<double>{1, 0, 0, 1}));
}

TEST(StackedRecords, TakesNoRecords) {
  const Table empty = testing::numbers_table({{"a", {}}});
  EXPECT_EQ(stacked_records(empty, empty, {0}, unpaired_rows(empty, empty, {0})).values.rows(), 0U);
}

}  // namespace
}  // namespace sfumato::stats
