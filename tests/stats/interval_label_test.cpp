// Intervals that can be read from labels, and texts that are none.
#include "stats/covers/interval_label.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "core/column.hpp"
#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

constexpr double without_end = std::numeric_limits<double>::infinity();

void expect_interval(const char* label, double lower, double upper, bool lower_open = false,
                     bool upper_open = false) {
  const auto found = number_interval(label);
  ASSERT_TRUE(found.has_value()) << label;
  EXPECT_EQ(found->lower, lower) << label;
  EXPECT_EQ(found->upper, upper) << label;
  EXPECT_EQ(found->lower_open, lower_open) << label;
  EXPECT_EQ(found->upper_open, upper_open) << label;
}

TEST(IntervalLabel, ReadsTheUsualForms) {
  expect_interval("35-39", 35, 39);
  expect_interval(" 35 - 39 ", 35, 39);
  expect_interval("35..39", 35, 39);
  expect_interval("10–14", 10, 14);
  expect_interval("10 – 14", 10, 14);
  expect_interval("-5–-1", -5, -1);
  expect_interval("[10 – 15)", 10, 15, false, true);
  expect_interval("35 to 39", 35, 39);
  expect_interval("[35, 40)", 35, 40, false, true);
  expect_interval("(35, 40]", 35, 40, true, false);
  expect_interval("[35;40]", 35, 40);
  expect_interval("<= 20", -without_end, 20);
  expect_interval("<20", -without_end, 20, false, true);
  expect_interval("≤20", -without_end, 20);
  expect_interval(">= 90", 90, without_end);
  expect_interval("> 90", 90, without_end, true);
  expect_interval("90+", 90, without_end);
  expect_interval("below 10", -without_end, 10, false, true);
  expect_interval("20 or more", 20, without_end);
}

TEST(IntervalLabel, ReadsNegativeAndDecimalEnds) {
  expect_interval("-5--1", -5, -1);
  expect_interval("-5-10", -5, 10);
  expect_interval("[-2.5, 1e3)", -2.5, 1000, false, true);
}

TEST(IntervalLabel, RefusesOtherTexts) {
  for (const char* label : {"", "-", "*", "abc", "a-b", "35", "39-35", "[35", "<=", "2021-03-31", "12**"}) {
    EXPECT_FALSE(number_interval(label).has_value()) << label;
  }
}

TEST(IntervalLabel, ContainsItsClosedEndsOnly) {
  const LabelInterval interval = *number_interval("[35, 40)");
  EXPECT_TRUE(interval.contains(35));
  EXPECT_TRUE(interval.contains(39.9));
  EXPECT_FALSE(interval.contains(40));
  EXPECT_FALSE(interval.contains(34.9));
}

TEST(IntervalLabel, OfAnyTextIsAnIntervalOrNothing) {
  const std::string letters = "0123456789.-+<>=[](),; eQsto≤";
  Rng rng({4, 8});
  for (int round = 0; round < 20000; ++round) {
    std::string label;
    for (std::uint64_t length = rng.below(12); length > 0; --length)
      label += letters[rng.below(letters.size())];
    for (const auto& found : {number_interval(label), date_interval(label)}) {
      if (found) {
        EXPECT_LE(found->lower, found->upper) << label;
      }
    }
  }
}

TEST(IntervalLabel, ReadsPeriodsOfDates) {
  std::int32_t first = 0, last = 0;
  ASSERT_TRUE(parse_date("2021-03-01", first));
  ASSERT_TRUE(parse_date("2021-03-31", last));
  const LabelInterval month = *date_interval("2021-03");
  EXPECT_TRUE(month.contains(first));
  EXPECT_TRUE(month.contains(last));
  EXPECT_FALSE(month.contains(first - 1));
  EXPECT_FALSE(month.contains(last + 1));
  for (const char* label : {"2021-Q1", "2021", "2020s", "2021-01-01..2021-12-31"}) {
    EXPECT_TRUE(date_interval(label)->contains(first)) << label;
  }
  EXPECT_FALSE(date_interval("2021-Q2")->contains(first));
  EXPECT_FALSE(date_interval("2021-13").has_value());
}

}  // namespace
}  // namespace sfumato::stats
