// Classes of records between which values may be exchanged.
#include "masking/row_classes.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tables.hpp"

namespace sfumato::masking {
namespace {

using Rows = std::vector<std::vector<std::size_t>>;
const double nan = std::nan("");

TEST(RowClasses, AreEqualInTheirColumnsAndMissTheSame) {
  const Table table = testing::numbers_table(
      {{"g", {1, 1, 2, 1, nan, nan}}, {"x", {5, nan, 6, 7, 8, 9}}, {"y", {1, 2, 3, 4, 5, 6}}});
  const sfumato::Run run({.seed = 1});
  EXPECT_EQ(rows_by_class(classes_with_gaps(table, {0}, {1, 2}, run)), (Rows{{0, 3}, {1}, {2}, {4, 5}}));
  EXPECT_EQ(rows_by_class(classes_with_gaps(table, {}, {1}, run)), (Rows{{0, 2, 3, 4, 5}, {1}}));
  EXPECT_EQ(rows_by_class(classes_with_gaps(table, {}, {}, run)), (Rows{{0, 1, 2, 3, 4, 5}}));
}

TEST(RowClasses, OfNoRecordsAreNone) {
  const Table empty = testing::numbers_table({{"g", {}}});
  EXPECT_TRUE(rows_by_class(classes_with_gaps(empty, {0}, {0}, sfumato::Run({.seed = 1}))).empty());
}

TEST(RowClasses, CountRowsThatHoldOtherValues) {
  const Table before = testing::numbers_table({{"x", {1, nan, 3, 4}}, {"y", {1, 2, 3, 4}}});
  const Table after = testing::numbers_table({{"x", {2, nan, 3, nan}}, {"y", {2, 2, 3, 4}}});
  EXPECT_EQ(changed_rows(before, after, {0, 1}), 2U);
  EXPECT_EQ(changed_rows(before, before, {0, 1}), 0U);
}

}  // namespace
}  // namespace sfumato::masking
