// Dates and times as ISO text: fractions, days before 1970, the ends of the calendar.
#include "io/calendar.hpp"

#include <gtest/gtest.h>

#include "core/column.hpp"

namespace sfumato::io {
namespace {

TEST(Calendar, TimesHaveAsManyDigitsAsTheyNeed) {
  EXPECT_EQ(time_text(0, 1), "00:00:00");
  EXPECT_EQ(time_text(86399, 1), "23:59:59");
  EXPECT_EQ(time_text(1500, 1000), "00:00:01.5");
  EXPECT_EQ(time_text(1, 1000000000), "00:00:00.000000001");
}

TEST(Calendar, MomentsBefore1970) {
  EXPECT_EQ(moment_text(-1, 1), "1969-12-31T23:59:59");
  EXPECT_EQ(moment_text(-86400, 1), "1969-12-31T00:00:00");
  EXPECT_EQ(moment_text(-1, 1000), "1969-12-31T23:59:59.999");
}

TEST(Calendar, EndsAndOrigins) {
  EXPECT_EQ(date_text(static_cast<std::int32_t>(day_1960_01_01)), "1960-01-01");
  EXPECT_EQ(date_text(static_cast<std::int32_t>(day_1582_10_14)), "1582-10-14");
  std::int32_t day = 0;
  ASSERT_TRUE(parse_date("9999-12-31", day));
  EXPECT_TRUE(is_calendar_day(day));
  EXPECT_FALSE(is_calendar_day(std::int64_t{day} + 1));
  ASSERT_TRUE(parse_date("0001-01-01", day));
  EXPECT_TRUE(is_calendar_day(day));
  EXPECT_FALSE(is_calendar_day(std::int64_t{day} - 1));
  EXPECT_EQ(moment_text((std::int64_t{day} - 1) * 86400, 1), "");
}

}  // namespace
}  // namespace sfumato::io
