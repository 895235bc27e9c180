// Forms of dates: what is recognised, what is ambiguous, and that every form is written back as it was.
#include "core/date_form.hpp"

#include <gtest/gtest.h>

#include "core/column.hpp"
#include "core/error.hpp"
#include "core/rng.hpp"

namespace sfumato {
namespace {

DateForms forms_of(const std::vector<std::string>& texts) {
  DateForms forms;
  for (const std::string& text : texts) forms.add(text);
  return forms;
}

std::string form_text(const std::vector<std::string>& texts) {
  const auto form = forms_of(texts).form();
  return form ? to_text(*form) : "none";
}

TEST(DateForm, IsRecognisedWhereOneOrderIsPossible) {
  EXPECT_EQ(form_text({"21/04/1957", "01/02/2003"}), "day/month/year");
  EXPECT_EQ(form_text({"04/21/1957", "01/02/2003"}), "month/day/year");
  EXPECT_EQ(form_text({"21.04.1957"}), "day.month.year");
  EXPECT_EQ(form_text({"1957/04/21"}), "year/month/day");
  EXPECT_EQ(form_text({"1957-04-21"}), "year-month-day");
  EXPECT_EQ(form_text({"4/21/1957", "1/2/2003", "12/11/2000"}), "m/d/year");
}

TEST(DateForm, IsNotRecognisedInOtherTexts) {
  EXPECT_EQ(form_text({"21/04/1957", "04/21/1957"}), "none");  // no order fits both
  EXPECT_EQ(form_text({"31/02/2021"}), "none");
  EXPECT_EQ(form_text({"21/04-1957"}), "none");
  EXPECT_EQ(form_text({"21/04/57"}), "none");
  EXPECT_EQ(form_text({"21/04/1957", "x"}), "none");
  EXPECT_EQ(form_text({"21/4/1957", "01/02/2003"}), "none");  // it could not be written back
  EXPECT_EQ(form_text({"10.11.1234"}), "none");               // a year that dates of records do not have
  EXPECT_EQ(form_text({}), "none");
  EXPECT_EQ(form_text({"", "/", "1//2", "1/2/3/4"}), "none");
}

TEST(DateForm, IsAmbiguousWhereEveryTextFitsTwoOrders) {
  EXPECT_TRUE(forms_of({"01/02/2003", "12/11/2000"}).ambiguous());
  EXPECT_EQ(forms_of({"1/2/2003"}).possible(), (std::vector<std::string>{"d/m/year", "m/d/year"}));
  EXPECT_FALSE(forms_of({"01/02/2003", "13/11/2000"}).ambiguous());
  EXPECT_FALSE(forms_of({"2003-01-02"}).ambiguous());
  EXPECT_THROW(date_form_of({"01/02/2003"}, "visit"), Error);
  EXPECT_EQ(date_form_of({"01/02/2003 10:30"}, "visit", parse_date_form("month/day/year")),
            parse_date_form("month/day/year"));
}

TEST(DateForm, IsNamedAsItIsDeclared) {
  for (const char* name : {"day/month/year", "m.d.year", "yearmonthday", "daymonthyear", "year-month-day"}) {
    const auto form = parse_date_form(name);
    ASSERT_TRUE(form) << name;
    EXPECT_EQ(to_text(*form), name);
  }
  for (const char* name : {"", "day", "dmyear", "day/month-year", "Day/Month/Year", "day month year"}) {
    EXPECT_FALSE(parse_date_form(name)) << name;
  }
}

TEST(DateForm, EveryDayIsReadBackAsWritten) {
  Rng rng({3, 1});
  for (const char* name :
       {"day/month/year", "m/d/year", "d.m.year", "yearmonthday", "monthdayyear", "year/m/d"}) {
    const DateForm form = *parse_date_form(name);
    for (int i = 0; i < 2000; ++i) {
      const auto day = static_cast<std::int32_t>(rng.below(3652059)) - 719162;  // the years 1 to 9999
      std::int32_t strict = 0, loose = 0;
      ASSERT_TRUE(parse_date(date_text(day, form), form, strict)) << date_text(day, form);
      ASSERT_TRUE(parse_date(date_text(day, form), form, loose, false));
      ASSERT_EQ(strict, day);
      ASSERT_EQ(loose, day);
    }
  }
}

TEST(DateForm, AStrictReadingTakesWhatIsWrittenBackOnly) {
  const DateForm form = *parse_date_form("day/month/year");
  std::int32_t day = 0;
  EXPECT_FALSE(parse_date("1/02/2003", form, day));
  EXPECT_TRUE(parse_date("1/02/2003", form, day, false));
  EXPECT_EQ(date_text(day), "2003-02-01");
  EXPECT_FALSE(parse_date("31/02/2003", form, day, false));
  EXPECT_FALSE(parse_date("01/02/0000", form, day, false));
}

TEST(DateForm, MomentsAreCutAfterTheDate) {
  EXPECT_EQ(split_moment("2021-03-31T09:30:00.5+01:00").date, "2021-03-31");
  EXPECT_EQ(split_moment("2021-03-31T09:30:00.5+01:00").time, "T09:30:00.5+01:00");
  EXPECT_EQ(split_moment("3/31/2021 1:05 PM").time, " 1:05 PM");
  EXPECT_EQ(split_moment("2021-03-31").time, "");
  EXPECT_EQ(split_moment("2021-03-31 noon").date, "2021-03-31 noon");
}

}  // namespace
}  // namespace sfumato
