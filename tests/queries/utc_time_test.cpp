// Times of tokens: texts, dates, durations, and what is refused.
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "queries/utc_time.hpp"

namespace sfumato::queries {
namespace {

TEST(UtcTime, TextsAreReadBack) {
  EXPECT_EQ(utc_text(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(utc_text(1'800'000'000), "2027-01-15T08:00:00Z");
  EXPECT_EQ(parse_utc("2027-01-15T08:00:00Z"), 1'800'000'000);
  EXPECT_EQ(parse_utc("1970-01-02"), 86'400);
  EXPECT_EQ(parse_utc("2024-02-29T23:59:59Z"), 1'709'251'199);
  for (const char* text : {"", "2023-02-29", "2023-13-01", "2023-1-1", "2023-01-01T24:00:00Z",
                           "2023-01-01 00:00:00Z", "2023-01-01T00:00:00+", "-023-01-01", "never"}) {
    EXPECT_FALSE(parse_utc(text)) << text;
  }
}

TEST(UtcTime, ExpiryIsADurationADayOrATime) {
  constexpr std::int64_t now = 1'800'000'000;  // 2027-01-15, 8 o'clock
  EXPECT_EQ(expiry_of("12h", now), now + 43'200);
  EXPECT_EQ(expiry_of("30d", now), now + 30 * 86'400);
  EXPECT_EQ(expiry_of("2w", now), now + 14 * 86'400);
  EXPECT_EQ(utc_text(expiry_of("2027-01-15", now)), "2027-01-16T00:00:00Z") << "the end of the day";
  EXPECT_EQ(utc_text(expiry_of("2027-01-15T08:00:01Z", now)), "2027-01-15T08:00:01Z");
  for (const char* text : {"", "30", "d", "-1d", "0d", "1.5d", "30 d", "+3d", "2027-01-14", "2020-01-01",
                           "2027-01-15T08:00:00Z", "99999w", "9999-01-01", "soon"}) {
    EXPECT_THROW(expiry_of(text, now), Error) << text;
  }
}

}  // namespace
}  // namespace sfumato::queries
