// Tables: copies share, edits do not leak, look-ups suggest.
#include "core/table.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::numbers_table;

TEST(Table, EditingACopyLeavesTheOriginalAlone) {
  const Table original = numbers_table({{"a", {1, 2}}, {"b", {3, 4}}});
  Table copy = original;
  EXPECT_EQ(&copy.column(0), &original.column(0));
  copy.edit_numbers(0)[0] = 9;
  EXPECT_EQ(original.column(0).to_numbers()[0], 1.0);
  EXPECT_EQ(copy.column(0).to_numbers()[0], 9.0);
  EXPECT_EQ(&copy.column(1), &original.column(1));
}

TEST(Table, EditingTwiceCopiesOnce) {
  Table table = Table(numbers_table({{"a", {1, 2}}}));
  const double* first = table.edit_numbers(0).data();
  EXPECT_EQ(table.edit_numbers(0).data(), first);
}

TEST(Table, EditingIntegersMakesNumbers) {
  ColumnInfo info;
  info.name = "i";
  Table table({info}, {Integers{{1, 2}, {0, 1}}});
  EXPECT_EQ(table.edit_numbers(0)[0], 1.0);
  EXPECT_TRUE(table.column(0).missing(1));
}

TEST(Table, UnknownColumnsAreErrorsThatSuggest) {
  const Table table = numbers_table({{"income", {1}}, {"tax", {2}}});
  try {
    table.require("incme");
    FAIL() << "found";
  } catch (const Error& error) {
    EXPECT_EQ(error.message, "no column 'incme' in the data");
    EXPECT_EQ(error.hint, "did you mean 'income'?");
  }
  try {
    table.require("zzzzzz");
    FAIL() << "found";
  } catch (const Error& error) {
    EXPECT_EQ(error.hint, "the columns are income, tax");
  }
}

TEST(Table, TakesColumnsAndRows) {
  const Table table = numbers_table({{"a", {1, 2, 3}}, {"b", {4, 5, 6}}});
  EXPECT_EQ(table.taking_columns({1}).names(), (std::vector<std::string>{"b"}));
  const std::vector<std::size_t> rows{2, 0, 2};
  EXPECT_EQ(table.taking_rows(rows).column(1).to_numbers(), (Numbers{6, 4, 6}));
}

TEST(Table, SameDataComparesBits) {
  EXPECT_TRUE(numbers_table({{"a", {1, std::nan("")}}}).same_data(numbers_table({{"a", {1, std::nan("")}}})));
  EXPECT_FALSE(numbers_table({{"a", {0.0}}}).same_data(numbers_table({{"a", {-0.0}}})));
  EXPECT_FALSE(numbers_table({{"a", {0.0}}}).same_data(numbers_table({{"b", {0.0}}})));
}

}  // namespace
}  // namespace sfumato
