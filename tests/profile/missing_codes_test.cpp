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

}  // namespace
}  // namespace sfumato::profile
