// Codes that look like missing values, in columns written by hand.
#include "profile/missing_codes.hpp"

#include <gtest/gtest.h>

namespace sfumato::profile {
namespace {

using Texts = std::vector<std::string>;

Column whole(std::vector<std::int64_t> values) { return Integers{std::move(values), {}}; }

TEST(MissingCodes, NinesFarFromTheOtherValues) {
  EXPECT_EQ(missing_like(whole({1, 2, 2, 1, 9})), Texts{"9"});
  EXPECT_EQ(missing_like(whole({1, 2, 8, 2, 1, 9})), (Texts{"8", "9"}));
  EXPECT_EQ(missing_like(whole({18, 19, 21, 75, 99, 99})), Texts());  // another gap is wider
  std::vector<std::int64_t> ages;
  for (std::int64_t age = 0; age <= 90; ++age) ages.push_back(age);
  EXPECT_EQ(missing_like(whole(ages)), Texts());
  ages.push_back(99);
  EXPECT_EQ(missing_like(whole(ages)), Texts{"99"});
}

TEST(MissingCodes, NinesThatManyRecordsHave) {
  std::vector<std::int64_t> ages;
  for (std::int64_t age = 0; age <= 98; ++age) ages.push_back(age);
  ages.push_back(99);
  EXPECT_EQ(missing_like(whole(ages)), Texts());
  for (int i = 0; i < 6; ++i) ages.push_back(99);
  EXPECT_EQ(missing_like(whole(ages)), Texts{"99"});
}

TEST(MissingCodes, NegativeNumbersAmongOthersThatAreNot) {
  EXPECT_EQ(missing_like(whole({0, 1, 2, 3, -1})), Texts{"-1"});
  EXPECT_EQ(missing_like(Numbers{0.5, 1.5, 2, 3, -9, -8}), (Texts{"-9", "-8"}));
  EXPECT_EQ(missing_like(whole({-5, -1, 0, 3, 4})), Texts());  // -5 is not a usual code
  EXPECT_EQ(missing_like(whole({-1, 0, 1})), Texts());         // a change
  EXPECT_EQ(missing_like(Numbers{-0.5, 1, 2, 3, 4}), Texts());
}

TEST(MissingCodes, DigitsThatGoOnAreValues) {
  EXPECT_EQ(missing_like(whole({1, 2, 3, 4, 5, 6, 7, 8, 9})), Texts());
  EXPECT_EQ(missing_like(whole({9, 9, 9})), Texts());
  EXPECT_EQ(missing_like(whole({})), Texts());
}

TEST(MissingCodes, Words) {
  EXPECT_EQ(missing_like(Codes{{0, 1, 2}, {"north", "Unknown", "not stated"}}),
            (Texts{"Unknown", "not stated"}));
  EXPECT_EQ(missing_like(Dates{{1, 2, 99999}}), Texts());
}

Column days(const Texts& texts) {
  Dates dates;
  for (const std::string& text : texts) {
    std::int32_t day = 0;
    EXPECT_TRUE(parse_date(text, day)) << text;
    dates.days.push_back(day);
  }
  return dates;
}

TEST(MissingCodes, DatesThatNobodyHas) {
  EXPECT_EQ(missing_like(days({"2021-03-31", "9999-12-31", "1111-11-11", "2020-01-01"})),
            (Texts{"1111-11-11", "9999-12-31"}));
  EXPECT_EQ(missing_like(days({"2021-03-31", "1900-01-01", "2020-01-01"})), Texts{"1900-01-01"});
  EXPECT_EQ(missing_like(days({"2021-03-31", "1900-01-01", "2020-01-01"}), parse_date_form("day/month/year")),
            Texts{"01/01/1900"});
  // Dates of birth around it.
  EXPECT_EQ(missing_like(days({"1899-05-01", "1900-01-01", "1970-01-01", "1970-03-01"})), Texts());
  Texts births;
  for (int day = 10; day < 28; ++day) births.push_back("1970-02-" + std::to_string(day));
  births.emplace_back("1970-01-01");
  EXPECT_EQ(missing_like(days(births)), Texts());
  for (int i = 0; i < 5; ++i) births.emplace_back("1970-01-01");
  EXPECT_EQ(missing_like(days(births)), Texts{"1970-01-01"});
  Codes moments;
  moments.labels = {"2021-03-31 10:00", "9999-12-31 00:00"};
  moments.codes = {0, 1};
  EXPECT_EQ(missing_like(moments), Texts{"9999-12-31 00:00"});
}

}  // namespace
}  // namespace sfumato::profile
