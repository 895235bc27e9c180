// Shares of categories counted by hand.
#include "profile/category_shares.hpp"

#include <gtest/gtest.h>

namespace sfumato::profile {
namespace {

std::vector<std::string> names(const std::vector<CategoryShare>& shares) {
  std::vector<std::string> result;
  for (const CategoryShare& share : shares) result.push_back(share.value);
  return result;
}

TEST(CategoryShares, AreMatchedByLabelWhateverTheCodes) {
  const Column before = Codes{{0, 0, 1, -1}, {"f", "m"}}, after = Codes{{0, 1, 1, 1}, {"m", "f"}};
  const CategoryShares found = category_shares(&before, &after, false);
  ASSERT_EQ(names(found.shown), (std::vector<std::string>{"f", "m"}));
  EXPECT_DOUBLE_EQ(found.shown[0].before, 2.0 / 3.0);  // of present values
  EXPECT_DOUBLE_EQ(found.shown[0].after, 0.75);
  EXPECT_DOUBLE_EQ(found.shown[1].after, 0.25);
  EXPECT_EQ(found.others, 0U);
}

TEST(CategoryShares, ShowACategoryThatVanished) {
  const Column before = Codes{{0, 1, 1}, {"rare", "often"}}, after = Codes{{0, 0, 0}, {"often"}};
  const CategoryShares found = category_shares(&before, &after, false);
  EXPECT_EQ(names(found.shown), (std::vector<std::string>{"often", "rare"}));
  EXPECT_EQ(found.shown[1].after, 0.0);
  EXPECT_EQ(names(category_shares(nullptr, &after, false).shown), (std::vector<std::string>{"often"}));
}

TEST(CategoryShares, KeepTheOrderOfOrdinalColumns) {
  const Column before = Codes{{2, 2, 0, 1}, {"low", "middle", "high"}};
  EXPECT_EQ(names(category_shares(&before, &before, true).shown),
            (std::vector<std::string>{"low", "middle", "high"}));
  const Column years = Integers{{10, 9, 10}, {}};
  EXPECT_EQ(names(category_shares(&years, &years, true).shown), (std::vector<std::string>{"9", "10"}));
}

TEST(CategoryShares, PutTheRestTogether) {
  Codes codes;
  for (int i = 0; i < 20; ++i) {
    codes.labels.push_back("c" + std::to_string(i));
    for (int times = 0; times <= (i < 5 ? 10 : 0); ++times) codes.codes.push_back(i);
  }
  const Column column = codes;  // 5 labels of 11 records, 15 of one: 70 in all
  const CategoryShares found = category_shares(&column, &column, false);
  ASSERT_EQ(found.shown.size(), 13U);
  EXPECT_EQ(found.others, 8U);
  EXPECT_EQ(found.shown.back().value, "all others");
  EXPECT_NEAR(found.shown.back().before, 8.0 / 70.0, 1e-12);
  codes.labels.resize(13);
  std::erase_if(codes.codes, [](std::int32_t code) { return code >= 13; });
  const Column thirteen = codes;
  EXPECT_EQ(category_shares(&thirteen, &thirteen, false).others, 0U);
}

TEST(CategoryShares, OfNothingAreNone) {
  const Column empty = Codes{{}, {"a"}};
  EXPECT_TRUE(category_shares(&empty, &empty, false).shown.empty());
}

}  // namespace
}  // namespace sfumato::profile
