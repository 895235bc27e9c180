// When a file counts as sorted: only where chance would hardly have sorted it.
#include "masking/row_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/tables.hpp"

namespace sfumato::masking {
namespace {

bool sorted(const std::vector<double>& values) {
  return sorted_by(testing::numbers_table({{"x", values}}), {0}).has_value();
}

std::vector<double> ascending(std::size_t count) {
  std::vector<double> values(count);
  std::iota(values.begin(), values.end(), 1.0);
  return values;
}

// Two values, `each` of both, the smaller ones first.
std::vector<double> halves(std::size_t each) {
  std::vector<double> values(2 * each, 0.0);
  std::fill(values.begin() + static_cast<std::ptrdiff_t>(each), values.end(), 1.0);
  return values;
}

// Of nine different values 2 of 362,880 orders are sorted, more than one of a million; of ten fewer are.
TEST(RowOrder, IsSortedWhereChanceIsRarer) {
  EXPECT_FALSE(sorted(ascending(9)));
  EXPECT_TRUE(sorted(ascending(10)));
}

// 2/C(22, 11) is 2.8e-6, and 2/C(24, 12) is 7.4e-7.
TEST(RowOrder, TiesAreSortedMoreOften) {
  EXPECT_FALSE(sorted(halves(11)));
  EXPECT_TRUE(sorted(halves(12)));
  EXPECT_FALSE(sorted(std::vector<double>(1000, 3.0)));
}

TEST(RowOrder, MayRunDownwards) {
  std::vector<double> values = ascending(10);
  std::reverse(values.begin(), values.end());
  EXPECT_TRUE(sorted(values));
  std::swap(values[4], values[5]);
  EXPECT_FALSE(sorted(values));
}

TEST(RowOrder, SkipsMissingValues) {
  std::vector<double> values = ascending(10);
  values.insert(values.begin() + 3, std::nan(""));
  EXPECT_TRUE(sorted(values));
  values[0] = std::nan("");  // nine are left
  EXPECT_FALSE(sorted(values));
}

TEST(RowOrder, NamesTheFirstOfTheGivenColumns) {
  std::vector<double> mixed = ascending(10);
  std::swap(mixed[0], mixed[9]);
  const Table table =
      testing::numbers_table({{"a", ascending(10)}, {"b", mixed}, {"c", ascending(10)}, {"d", mixed}});
  EXPECT_EQ(sorted_by(table, {1, 2, 0}), ColumnId{2});
  EXPECT_FALSE(sorted_by(table, {1, 3}).has_value());
}

TEST(RowOrder, OfNoRecordsIsNone) {
  EXPECT_FALSE(sorted({}));
  EXPECT_FALSE(sorted({1.0}));
}

// Of 39 steps between rows one goes back, so 38 go up; five of them going back are more than a tenth.
TEST(RowOrder, NearlySortedRowsAreNoticed) {
  const auto ordered = [](const std::vector<double>& values) {
    return ordered_by(testing::numbers_table({{"x", values}}), {0}).has_value();
  };
  std::vector<double> values = ascending(40);
  EXPECT_TRUE(ordered(values));
  std::swap(values[10], values[11]);
  EXPECT_TRUE(ordered(values));
  EXPECT_FALSE(sorted(values));
  for (std::size_t i = 1; i < 40; i += 8) values[i] = -1.0;
  EXPECT_FALSE(ordered(values));
  EXPECT_FALSE(ordered(ascending(20)));  // nineteen steps are too few
}

}  // namespace
}  // namespace sfumato::masking
