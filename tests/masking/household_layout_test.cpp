#include "masking/household_layout.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "support/tables.hpp"

namespace sfumato::masking {
namespace {

// Households 9 (rows 0, 2, 5) and 4 (rows 1, 4); row 3 has none. Relation 1 marks the head.
Table homes() {
  Table table = testing::numbers_table({{"household", {9, 4, 9, std::nan(""), 4, 9}},
                                        {"relation", {2, 3, 1, 1, 2, 1}},
                                        {"rent", {5, 6, 5, 7, 6, 5}}});
  ColumnInfo info = table.info(0);
  info.role = Role::household;
  table.set_info(0, info);
  return table;
}

using Rows = std::vector<std::uint32_t>;

TEST(HouseholdLayout, PutsHeadsFirst) {
  const HouseholdLayout layout = household_layout(homes(), {{"relation", "1"}});
  EXPECT_EQ(layout.members, (std::vector<Rows>{{2, 0, 5}, {1, 4}, {3}}));
  EXPECT_EQ(layout.head, (Rows{2, 1, 2, 3, 1, 2}));
  EXPECT_EQ(layout.previous, (Rows{2, 1, 2, 3, 1, 0}));
  EXPECT_EQ(layout.size, (Rows{3, 2, 3, 1, 2, 3}));
  EXPECT_EQ(layout.number, (Rows{2, 1, 1, 1, 2, 3}));
  EXPECT_EQ(layout.without_head, 1U);  // the second one
}

TEST(HouseholdLayout, TakesFirstRecordsWithoutAMark) {
  EXPECT_EQ(household_layout(homes(), {}).members, (std::vector<Rows>{{0, 2, 5}, {1, 4}, {3}}));
  EXPECT_EQ(household_layout(homes(), {}).without_head, 0U);
  EXPECT_THROW(household_layout(homes(), {{"kin", "1"}}), Error);
  EXPECT_EQ(household_layout(testing::incomes(4), {}).members, (std::vector<Rows>{{0}, {1}, {2}, {3}}));
}

TEST(HouseholdLayout, KeepsTheNumberOfEachSize) {
  const HouseholdLayout layout = shuffled_sizes(household_layout(homes(), {}), Rng({1, 1}));
  std::vector<std::size_t> sizes;
  Rows rows;
  for (const Rows& members : layout.members) {
    sizes.push_back(members.size());
    rows.insert(rows.end(), members.begin(), members.end());
  }
  EXPECT_EQ(rows, (Rows{0, 1, 2, 3, 4, 5}));
  std::sort(sizes.begin(), sizes.end());
  EXPECT_EQ(sizes, (std::vector<std::size_t>{1, 2, 3}));
}

TEST(HouseholdLayout, FindsColumnsOfHouseholds) {
  const Table table = homes();
  const HouseholdLayout layout = household_layout(table, {});
  EXPECT_TRUE(equal_in_households(table.column(2), layout));
  EXPECT_FALSE(equal_in_households(table.column(1), layout));
  const double gap = std::nan("");
  EXPECT_TRUE(equal_in_households(Numbers{gap, 1, gap, 2, 1, gap}, layout));
  EXPECT_FALSE(equal_in_households(Numbers{gap, 1, 3, 2, 1, gap}, layout));
}

TEST(HouseholdLayout, NumbersHouseholds) {
  const HouseholdLayout layout = household_layout(homes(), {});
  EXPECT_EQ(numbered_households(Numbers(6), layout), Column(Integers{{1, 2, 1, 3, 2, 1}, {}}));
  EXPECT_EQ(numbered_households(Codes{{0, 0, 0, 0, 0, 0}, {"H77"}}, layout),
            Column(Codes{{0, 1, 0, 2, 1, 0}, {"1", "2", "3"}}));
}

}  // namespace
}  // namespace sfumato::masking
