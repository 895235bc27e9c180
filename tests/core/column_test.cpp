// Columns of every type: missing marks, numbers, text, comparison.
#include "core/column.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sfumato {
namespace {

const Column integers = Integers{{1, 2, 9007199254740993}, {0, 1, 0}};
const Column dates = Dates{{0, 18717, Dates::missing}};
const Column codes = Codes{{1, 0, Codes::missing}, {"x", "y"}};
const Column numbers = Numbers{0.1, std::nan(""), -0.0};

TEST(Column, KnowsWhatIsMissing) {
  for (const Column& column : {integers, dates, codes, numbers}) {
    EXPECT_EQ(column.size(), 3U);
    EXPECT_EQ(column.missing_count(), 1U);
  }
  EXPECT_TRUE(integers.missing(1));
  EXPECT_TRUE(codes.missing(2));
}

TEST(Column, WritesValuesAsFilesDo) {
  EXPECT_EQ(integers.text(2), "9007199254740993");
  EXPECT_EQ(integers.text(1), "");
  EXPECT_EQ(dates.text(1), "2021-03-31");
  EXPECT_EQ(codes.text(0), "y");
  EXPECT_EQ(numbers.text(0), "0.1");
}

TEST(Column, BecomesNumbers) {
  EXPECT_EQ(codes.to_numbers()[0], 1.0);
  EXPECT_TRUE(std::isnan(codes.to_numbers()[2]));
  EXPECT_EQ(dates.to_numbers()[1], 18717.0);
  EXPECT_EQ(integers.to_numbers()[0], 1.0);
}

TEST(Column, ComparesLabelsNotTheirNumbering) {
  EXPECT_EQ(codes, Column(Codes{{0, 1, Codes::missing}, {"y", "x"}}));
  EXPECT_FALSE(codes == Column(Codes{{0, 1, Codes::missing}, {"x", "y"}}));
}

TEST(Column, ComparesWhatIsPresentOnly) {
  EXPECT_EQ(integers, Column(Integers{{1, 77, 9007199254740993}, {0, 1, 0}}));
  EXPECT_FALSE(integers == Column(Integers{{1, 2, 9007199254740993}, {}}));
  EXPECT_FALSE(Column(Integers{{1}, {}}) == Column(Numbers{1.0}));
}

TEST(Dates, ParseAndPrint) {
  std::int32_t day = 0;
  for (const char* text : {"1970-01-01", "2000-02-29", "0001-01-01", "9999-12-31", "1899-12-31"}) {
    ASSERT_TRUE(parse_date(text, day)) << text;
    EXPECT_EQ(date_text(day), text);
  }
  for (const char* text :
       {"2001-02-29", "2001-13-01", "2001-00-10", "2001-1-01", "20010101", "0000-01-01", "", "2001-01-01x"}) {
    EXPECT_FALSE(parse_date(text, day)) << text;
  }
}

}  // namespace
}  // namespace sfumato
