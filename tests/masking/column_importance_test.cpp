// Importance of columns as a parameter.
#include "masking/column_importance.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "support/tables.hpp"

namespace sfumato::masking {
namespace {

TEST(ColumnImportance, IsOneByDefault) {
  const Table table = testing::numbers_table({{"x", {1}}, {"y", {2}}, {"z", {3}}});
  EXPECT_EQ(column_importance(table, {2, 0}, {{"x", "2.5"}}), (std::vector<double>{1.0, 2.5}));
  EXPECT_EQ(importance_refused({{"x", "2.5"}}), "");
}

TEST(ColumnImportance, RefusesOtherColumnsAndNumbers) {
  const Table table = testing::numbers_table({{"x", {1}}, {"y", {2}}});
  EXPECT_THROW(column_importance(table, {0}, {{"y", "2"}}), Error);
  EXPECT_THROW(column_importance(table, {0}, {{"w", "2"}}), Error);
  for (const char* text : {"0", "-1", "much", "inf", ""}) {
    EXPECT_EQ(importance_refused({{"x", text}}),
              "the importance of 'x' is '" + std::string(text) + "', not a number above 0");
  }
}

}  // namespace
}  // namespace sfumato::masking
