// Parts of dates as groups: every day of two centuries against a calendar that counts on day by day.
#include <gtest/gtest.h>

#include <chrono>

#include "core/column.hpp"
#include "queries/engine/bands.hpp"

namespace sfumato::queries {
namespace {

std::int64_t day_number(const std::string& text) {
  std::int32_t day = 0;
  EXPECT_TRUE(parse_date(text, day)) << text;
  return day;
}

// As the ISO 8601 calendar has them.
TEST(DateParts, WeeksOfKnownDays) {
  const std::vector<std::pair<std::string, int>> weeks = {
      {"2021-01-03", 53}, {"2021-01-04", 1},  {"2020-12-31", 53}, {"2018-12-31", 1}, {"2016-01-03", 53},
      {"1972-02-29", 9},  {"2021-03-31", 13}, {"1969-12-29", 1},  {"1970-01-01", 1}, {"2005-01-01", 53}};
  for (const auto& [text, week] : weeks) EXPECT_EQ(BandOf::by_week(day_number(text)), week - 1) << text;
  EXPECT_EQ(BandOf::by_weekday(day_number("2021-03-29")), 0);  // a Monday
  EXPECT_EQ(BandOf::by_weekday(day_number("1969-12-28")), 6);  // a Sunday
  EXPECT_EQ(BandOf::by_quarter(day_number("2021-03-31")), 0);
  EXPECT_EQ(BandOf::by_quarter(day_number("2021-04-01")), 1);
  EXPECT_EQ(BandOf::by_day(day_number("2021-03-31")), 30);
}

// Weeks count on every Monday and begin again in the week with the year's first Thursday.
TEST(DateParts, EveryDayOfTwoCenturies) {
  std::int64_t week = BandOf::by_week(day_number("1899-12-31"));
  for (std::int64_t day = day_number("1900-01-01"); day <= day_number("2099-12-31"); ++day) {
    const std::string text = date_text(static_cast<std::int32_t>(day));
    const std::int64_t month = std::stoi(text.substr(5, 2));
    if (BandOf::by_weekday(day) == 0) {
      const bool first = date_text(static_cast<std::int32_t>(day + 3)).substr(5) <= "01-07";
      week = first ? 0 : week + 1;
    }
    ASSERT_EQ(BandOf::by_week(day), week) << text;
    ASSERT_EQ(BandOf::by_month(day), month - 1) << text;
    ASSERT_EQ(BandOf::by_quarter(day), (month - 1) / 3) << text;
    ASSERT_EQ(BandOf::by_day(day), std::stoi(text.substr(8)) - 1) << text;
    ASSERT_GE(week, 0);
    ASSERT_LT(week, 53);
  }
}

}  // namespace
}  // namespace sfumato::queries
