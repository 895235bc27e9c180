// Moments: reading and writing texts of one form, zones, units, and what a column makes of them.
#include "core/timestamp.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/column.hpp"
#include "core/fingerprint.hpp"
#include "core/rng.hpp"

namespace sfumato {
namespace {

std::optional<Timestamps> form_of(const std::vector<std::string>& texts) {
  TimestampForms forms;
  for (const std::string& text : texts) forms.add(text);
  return forms.ambiguous() ? std::nullopt : forms.form();
}

// Read in the found form and written again.
std::vector<std::string> round_trip(const std::vector<std::string>& texts) {
  const auto like = form_of(texts);
  if (!like) return {};
  std::vector<std::string> result;
  for (const std::string& text : texts) {
    std::int64_t value = 0;
    if (!parse_timestamp(text, *like, value)) return {};
    result.push_back(like->text(value, like->form.date));
  }
  return result;
}

std::int64_t ticks_of(const std::string& text) {
  const auto like = form_of({text});
  std::int64_t value = 0;
  EXPECT_TRUE(like && parse_timestamp(text, *like, value)) << text;
  return value;
}

TEST(Timestamp, CountsMicrosecondsSince1970) {
  EXPECT_EQ(ticks_of("1970-01-01 00:00:00"), 0);
  EXPECT_EQ(ticks_of("1969-12-31 23:59:59"), -1'000'000);
  EXPECT_EQ(ticks_of("2021-03-31T14:05:00"), 1617199500LL * 1'000'000);  // date -u -d ... +%s
  EXPECT_EQ(ticks_of("2021-03-31T14:05:00Z"), 1617199500LL * 1'000'000);
  EXPECT_EQ(ticks_of("2021-03-31T14:05:00+02:00"), (1617199500LL - 7200) * 1'000'000);
  EXPECT_EQ(ticks_of("2021-03-31T14:05:00-0330"), (1617199500LL + 12600) * 1'000'000);
  EXPECT_EQ(ticks_of("2021-03-31 14:05:00.123456789"), 1617199500123456789LL);  // nanoseconds
  EXPECT_EQ(ticks_of("31/03/2021 14:05"), 1617199500LL * 1'000'000);
}

TEST(Timestamp, TextsAreWrittenAsTheyWereRead) {
  const std::vector<std::vector<std::string>> columns = {
      {"2021-03-31 14:05:00", "1900-01-01 00:00:00", "0001-01-01 00:00:00"},
      {"2021-03-31T14:05:00Z", "2021-02-28T23:59:59Z"},
      {"2021-03-31T14:05:00+01:00", "2021-01-01T00:30:00+01:00"},
      {"2021-03-31 14:05:00+00", "2021-01-01 00:30:00+00"},
      {"2021-03-31 14:05:00.500", "2021-01-01 00:30:00.000"},
      {"2021-03-31 14:05:00.123456", "2021-01-01 00:30:00"},
      {"2021-03-31 14:05:00.5", "2021-01-01 00:30:00", "2021-01-01 00:30:00.25"},
      {"2021-03-31 14:05:00.123456789", "2021-01-01 00:30:00.000000001"},
      {"31/03/2021 14:05", "01/02/2021 00:30"},
      {"3/31/2021 9:05", "12/1/2021 10:30"},
      {"31.03.2021 14:05:09", "01.02.2021 00:30:10"},
      {"1969-12-31 23:59:59.999999", "1970-01-01 00:00:00"}};
  for (const auto& column : columns) EXPECT_EQ(round_trip(column), column) << column.front();
}

TEST(Timestamp, OtherTextsAreNone) {
  for (const char* text : {"",
                           "2021-03-31",
                           "14:05:00",
                           "2021-03-31 24:00:00",
                           "2021-03-31 14:60:00",
                           "2021-03-31 14:05:60",
                           "2021-02-29 14:05:00",
                           "2021-03-31 14:05:00.",
                           "2021-03-31 14:05:00.1234567890",
                           "2021-03-31  14:05",
                           "2021-03-31 14:05:00 ",
                           "2021-03-31 1:05 PM",
                           "2021-03-31 14:05:00+1",
                           "2021-03-31 14:05:00+01:0",
                           "2021-03-31 14:05:00+01:",
                           "2021-03-31 14:05:00+19:00",
                           "2021-03-31 14",
                           "2021-03-31T14:05:00z",
                           "2021-03-31 14:05:00,5",
                           "99/99/2021 10:00"}) {
    EXPECT_FALSE(form_of({text})) << text;
  }
  // Several forms in one column.
  EXPECT_FALSE(form_of({"2021-03-31 14:05:00", "2021-03-31T14:05:00"}));
  EXPECT_FALSE(form_of({"2021-03-31 14:05:00", "2021-03-31 14:05"}));
  EXPECT_FALSE(form_of({"2021-03-31 14:05:00Z", "2021-03-31 14:05:00"}));
  EXPECT_FALSE(form_of({"2021-03-31 14:05:00+01:00", "2021-03-31 14:05:00+02:00"}));
  EXPECT_FALSE(form_of({"2021-03-31 14:05:00.50", "2021-03-31 14:05:00.5"}));
  EXPECT_FALSE(form_of({"2021-03-31 14:05:00", "31/03/2021 14:05:00"}));
  // A unit of nanoseconds cannot count every year.
  const auto like = form_of({"2021-03-31 14:05:00.123456789"});
  std::int64_t value = 0;
  EXPECT_FALSE(parse_timestamp("1600-03-31 14:05:00.123456789", *like, value));
}

TEST(Timestamp, OrderOfDayAndMonthIsNotGuessed) {
  TimestampForms forms;
  forms.add("01/02/2021 10:00");
  forms.add("03/04/2021 11:00");
  EXPECT_TRUE(forms.ambiguous());
  EXPECT_FALSE(forms.form());
  forms.add("13/04/2021 11:00");
  EXPECT_FALSE(forms.ambiguous());
  EXPECT_EQ(forms.form()->form.date.order, DateOrder::day_month_year);
  TimestampForms declared(DateOrder::month_day_year);
  declared.add("01/02/2021 10:00");
  EXPECT_FALSE(declared.ambiguous());
  std::int64_t value = 0;
  ASSERT_TRUE(parse_timestamp("01/02/2021 10:00", *declared.form(), value));
  EXPECT_EQ(declared.form()->text(value), "2021-01-02 10:00");
}

TEST(Timestamp, DaysAndHoursAreThoseOfTheClock) {
  const auto like = *form_of({"2021-03-31 00:30:00+01:00"});
  std::int64_t value = 0;
  ASSERT_TRUE(parse_timestamp("2021-03-31 00:30:00+01:00", like, value));
  EXPECT_EQ(like.zone, "+01:00");
  EXPECT_EQ(date_text(like.day(value)), "2021-03-31");
  EXPECT_EQ(like.time_of_day(value), 1800LL * 1'000'000);
  EXPECT_DOUBLE_EQ(like.days(value), like.day(value) + 1.0 / 48.0);
  const Timestamps named{{}, 1000, "Europe/Madrid", {}};  // whose rules are not known
  EXPECT_EQ(date_text(named.day(value / 1000)), "2021-03-30");
}

TEST(Timestamp, RandomMomentsComeBack) {
  Rng rng(StreamKey{7, 1});
  for (const std::int64_t per_second : {1LL, 1000LL, 1'000'000LL, 1'000'000'000LL}) {
    Timestamps like{{}, per_second, {}, {}};
    for (int i = 0; i < 2000; ++i) {
      const auto range = static_cast<std::uint64_t>(4'000'000'000LL * per_second);  // 126 years
      const std::int64_t value = static_cast<std::int64_t>(rng.below(range)) - 2'000'000'000LL * per_second;
      std::int64_t again = 0;
      ASSERT_TRUE(parse_timestamp(like.text(value), like, again)) << like.text(value);
      ASSERT_EQ(again, value);
      ASSERT_EQ(like.day(value) * like.per_day() + like.time_of_day(value), value);
    }
  }
}

TEST(Timestamp, AnyTextOfAMomentIsUnderstoodWhereAValueIsNamed) {
  const auto like = *form_of({"31/03/2021 14:05:00"});
  std::int64_t value = 0, other = 0;
  ASSERT_TRUE(parse_any_timestamp("31/03/2021 14:05:00", like, value));
  ASSERT_TRUE(parse_any_timestamp("2021-03-31T14:05", like, other));
  EXPECT_EQ(value, other);
  ASSERT_TRUE(parse_any_timestamp("2021-03-31", like, other));
  EXPECT_EQ(like.text(other), "2021-03-31 00:00:00");
  EXPECT_FALSE(parse_any_timestamp("2021-03-31T14:05Z", like, other));  // the column has no zone
  EXPECT_FALSE(parse_any_timestamp("soon", like, other));
}

TEST(Timestamp, ColumnsKeepUnitZoneAndForm) {
  Timestamps times = *form_of({"2021-03-31 14:05:00Z"});
  times.ticks = {5, Timestamps::missing, 3};
  const Column column(times);
  EXPECT_EQ(column.missing_count(), 1U);
  EXPECT_EQ(column.text(1), "");
  const std::array<std::size_t, 2> rows{2, 1};
  const Column taken = column.taking(rows);
  EXPECT_EQ(taken.get_if<Timestamps>()->ticks, (std::vector<std::int64_t>{3, Timestamps::missing}));
  EXPECT_EQ(taken.get_if<Timestamps>()->zone, "UTC");
  EXPECT_TRUE(taken.get_if<Timestamps>()->form == times.form);
  Timestamps other = times;
  other.form.between = 'T';
  EXPECT_TRUE(column == Column(other));  // the form is not a value
  other.zone.clear();
  EXPECT_FALSE(column == Column(other));
  EXPECT_TRUE(std::isnan(column.to_numbers()[1]));
}

TEST(Timestamp, ColumnsOfTwoUnitsAreJoinedInTheFinerOne) {
  const Column seconds(Timestamps{{1, Timestamps::missing}, 1, {}, {}});
  const Column milliseconds(Timestamps{{1500}, 1000, {}, {}});
  const std::array<const Column*, 2> parts{&seconds, &milliseconds};
  const Column both = concatenated(parts);
  ASSERT_NE(both.get_if<Timestamps>(), nullptr);
  EXPECT_EQ(both.get_if<Timestamps>()->per_second, 1000);
  EXPECT_EQ(both.get_if<Timestamps>()->ticks, (std::vector<std::int64_t>{1000, Timestamps::missing, 1500}));
}

TEST(Timestamp, FingerprintsDifferByValueUnitAndZone) {
  const auto print = [](Timestamps times) {
    ColumnInfo info;
    info.name = "t";
    return to_hex(Fingerprint().add(Table({info}, {Column(std::move(times))})).bits());
  };
  const std::string one = print({{5}, 1000, {}, {}});
  EXPECT_EQ(one, print({{5}, 1000, {}, {}}));
  EXPECT_NE(one, print({{6}, 1000, {}, {}}));
  EXPECT_NE(one, print({{5}, 1, {}, {}}));
  EXPECT_NE(one, print({{5}, 1000, "UTC", {}}));
}

}  // namespace
}  // namespace sfumato
