// Calendar steps and ages, against days looked up in calendars.
#include <gtest/gtest.h>

#include <functional>

#include "core/column.hpp"
#include "core/data_values.hpp"
#include "core/error.hpp"
#include "masking/hierarchy_builder.hpp"

namespace sfumato::masking {
namespace {

using Row = std::vector<std::string>;

std::string complaint(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.message;
  }
  return "none";
}

TEST(DateHierarchy, IsoWeeksBelongToTheYearOfTheirThursday) {
  // ISO 8601, and the calendars of 2005 to 2010.
  const std::vector<std::pair<std::string, std::string>> known{
      {"2005-01-01", "2004-W53"}, {"2005-01-02", "2004-W53"}, {"2005-12-31", "2005-W52"},
      {"2007-01-01", "2007-W01"}, {"2007-12-31", "2008-W01"}, {"2008-12-29", "2009-W01"},
      {"2010-01-03", "2009-W53"}, {"2021-03-31", "2021-W13"}, {"1969-12-31", "1970-W01"}};
  for (const auto& [day, week] : known) {
    EXPECT_EQ(date_hierarchy({day}, {"week", "week-year"}).rows()[0],
              (Row{day, week, week.substr(0, 6), "*"}));
  }
}

TEST(DateHierarchy, MomentsGeneralizeToDays) {
  EXPECT_EQ(date_hierarchy({"2021-03-31T09:30:00"}, {}).rows()[0],
            (Row{"2021-03-31T09:30:00", "2021-03-31", "2021-03", "2021-Q1", "2021", "2020s", "*"}));
  EXPECT_EQ(date_hierarchy({"2021-03-31"}, {}).rows()[0],
            (Row{"2021-03-31", "2021-03", "2021-Q1", "2021", "2020s", "*"}));
}

TEST(DateHierarchy, OtherFormsAreReadWhereTheyAreClearOrSaid) {
  EXPECT_EQ(date_hierarchy({"31/03/2021 10:00", "01/02/2021 11:00"}, {"day", "year"}).rows()[1],
            (Row{"01/02/2021 11:00", "2021-02-01", "2021", "*"}));
  EXPECT_NE(complaint([] { date_hierarchy({"01/02/2021 11:00"}, {"day"}); }).find("can be read as"),
            std::string::npos);
  EXPECT_EQ(date_hierarchy({"01/02/2021"}, {"day"}, parse_date_form("month/day/year")).rows()[0],
            (Row{"01/02/2021", "2021-01-02", "*"}));
}

TEST(DateHierarchy, MomentsHaveHours) {
  EXPECT_EQ(date_hierarchy({"2021-03-31T09:30:00"}, {"hour", "day", "week"}).rows()[0],
            (Row{"2021-03-31T09:30:00", "2021-03-31 09h", "2021-03-31", "2021-W13", "*"}));
  EXPECT_EQ(date_hierarchy({"31/03/2021 1:05 PM"}, {"hour-of-day"}).rows()[0],
            (Row{"31/03/2021 1:05 PM", "13h", "*"}));
  EXPECT_EQ(date_hierarchy({"2021-03-31 12:05 am"}, {"hour-of-day"}).rows()[0][1], "00h");
  EXPECT_NE(complaint([] { date_hierarchy({"2021-03-31"}, {"hour"}); }).find("no time of day"),
            std::string::npos);
  EXPECT_NE(complaint([] { date_hierarchy({"2021-03-31 25:00"}, {"hour"}); }).find("no time of day"),
            std::string::npos);
}

// Python's datetime: 2021-03-31 is a Wednesday, and 2020 began in the week of 2019-12-30.
TEST(DateHierarchy, FirstDaysOfPeriodsAreDates) {
  const auto first = [](const std::string& day, const Row& steps) {
    return date_hierarchy({day}, steps, std::nullopt, DateLabels::first_day).rows()[0];
  };
  EXPECT_EQ(first("2021-05-31", {"month", "quarter", "year", "decade"}),
            (Row{"2021-05-31", "2021-05-01", "2021-04-01", "2021-01-01", "2020-01-01", "*"}));
  EXPECT_EQ(first("2021-03-31", {"week", "week-year"}), (Row{"2021-03-31", "2021-03-29", "2021-01-04", "*"}));
  EXPECT_EQ(first("2020-01-01", {"week", "week-year"}), (Row{"2020-01-01", "2019-12-30", "2019-12-30", "*"}));
  EXPECT_EQ(first("1969-12-31", {"week", "week-year"}), (Row{"1969-12-31", "1969-12-29", "1969-12-29", "*"}));
}

TEST(DateHierarchy, RefusesStepsThatDoNotNest) {
  for (const Row& steps : {Row{"week", "month"}, Row{"month", "week"}, Row{"year", "month"},
                           Row{"week", "year"}, Row{"day", "day"}, Row{"fortnight"}}) {
    EXPECT_NE(complaint([&] { date_hierarchy({"2021-03-31"}, steps); }).find("no step"), std::string::npos);
  }
}

TEST(DateHierarchy, ListsFiveValuesThatAreNoDates) {
  std::vector<std::string> leaves;
  for (int i = 0; i < 5000; ++i) leaves.push_back("patient " + std::to_string(i));
  const std::string message =
      with_values(complaint([&] { date_hierarchy(leaves, {"month"}); }), DataValues::shown);
  EXPECT_NE(message.find("'patient 4' and 4995 more"), std::string::npos) << message;
  EXPECT_EQ(message.find("'patient 5'"), std::string::npos);
}

TEST(AgeHierarchy, CountsCompletedYears) {
  const auto age = [](const std::string& birth, const std::string& at) {
    return age_hierarchy({birth}, at, {1}).rows()[0][1];
  };
  EXPECT_EQ(age("1957-04-21", "2024-04-20"), "66");
  EXPECT_EQ(age("1957-04-21", "2024-04-21"), "67");
  EXPECT_EQ(age("2000-02-29", "2023-02-28"), "22");
  EXPECT_EQ(age("2000-02-29", "2023-03-01"), "23");
  EXPECT_EQ(age("2024-01-01", "2024-01-01"), "0");
  EXPECT_EQ(age_hierarchy({"1957-04-21"}, "2024-04-21", {1, 5, 10, 20}).rows()[0],
            (Row{"1957-04-21", "67", "[65, 70)", "[60, 70)", "[60, 80)", "*"}));
}

TEST(AgeHierarchy, RefusesBadWidthsAndDays) {
  EXPECT_THROW(age_hierarchy({"1957-04-21"}, "2024-04-21", {5, 12}), Error);
  EXPECT_THROW(age_hierarchy({"1957-04-21"}, "2024-04-21", {0.5}), Error);
  EXPECT_THROW(age_hierarchy({"1957-04-21"}, "2024-04-21", {}), Error);
  EXPECT_THROW(age_hierarchy({"1957-04-21"}, "21/04/2024", {5}), Error);
  EXPECT_THROW(age_hierarchy({"2030-04-21"}, "2024-04-21", {5}), Error);
}

// Every day has the week that the C++ calendar gives by counting from the first Thursday.
TEST(DateHierarchy, WeeksOfFortyYearsAreConsecutive) {
  std::string before;
  int days_in_week = 0;
  std::int32_t first = 0;
  ASSERT_TRUE(parse_date("1990-01-01", first));  // a Monday
  for (std::int32_t day = first; day < first + 40 * 365; ++day) {
    const std::string week = date_hierarchy({date_text(day)}, {"week"}).rows()[0][1];
    if (week == before) {
      ++days_in_week;
      continue;
    }
    if (!before.empty()) {
      EXPECT_EQ(days_in_week, 7) << before;
      EXPECT_LT(before, week);
    }
    before = week;
    days_in_week = 1;
  }
}

TEST(HierarchySpecification, OfDatesAndAges) {
  Value ages = Value::object(), weeks = Value::object();
  ages.set("kind", "ages").set("at", "2024-04-21");
  weeks.set("kind", "dates").set("steps", Value::array_of(Row{"week"})).set("form", "day/month/year");
  EXPECT_EQ(build_hierarchy(ages, {"1957-04-21"}, "birth").rows()[0][2], "[65, 70)");
  EXPECT_EQ(build_hierarchy(weeks, {"03/04/2021"}, "visit").rows()[0][1], "2021-W13");
  weeks.set("form", "dmy");
  EXPECT_THROW(build_hierarchy(weeks, {"03/04/2021"}, "visit"), Error);
}

}  // namespace
}  // namespace sfumato::masking
