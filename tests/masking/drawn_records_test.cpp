#include "masking/drawn_records.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tables.hpp"

namespace sfumato::masking {
namespace {

const double lacking = std::nan("");

TEST(DrawnRecords, BecomeATable) {
  const Table original = testing::numbers_table({{"x", {1, 2, 2}}, {"name", {7, 8, 9}}});
  const RecordRules rules({"x<=2"}, original, false);
  for (const bool stays : {false, true}) {
    DrawnRecords records(original, {0}, 3, stays, rules);
    records.set(0, 0, {2, lacking});
    records.set(0, 1, {0, lacking});
    records.set(0, 2, {0, 5.0});
    EXPECT_EQ(records.table().column(0).to_numbers(), (Numbers{2, 1, 5}));
    EXPECT_EQ(records.table().column(1).missing_count(), stays ? 0U : 3U);
    EXPECT_EQ(records.source(0, 0), 2U);
    EXPECT_EQ(records.source(1, 2), 2U);
    EXPECT_TRUE(records.keeps_rules(0, 0));
    EXPECT_FALSE(records.keeps_rules(2, 2));
  }
}

// What is not drawn yet is unknown, and a rule on it is kept.
TEST(DrawnRecords, KeepRulesOnWhatIsNotDrawn) {
  const Table original = testing::numbers_table({{"x", {1, 2}}, {"y", {1, 2}}});
  const RecordRules rules({"if x=1 then y=2"}, original, false);
  DrawnRecords records(original, {0, 1}, 2, false, rules);
  records.set(0, 0, {0, lacking});
  EXPECT_TRUE(std::isnan(records.value(1, 0)));
  EXPECT_TRUE(records.keeps_rules(0, 0));
  records.set(1, 0, {0, lacking});
  EXPECT_FALSE(records.keeps_rules(0, 0));
  records.forget({1}, 0);
  EXPECT_TRUE(records.keeps_rules(0, 0));
}

TEST(DrawnRecords, CountBrokenRules) {
  const Table original = testing::numbers_table({{"x", {1, 2, lacking, 4}}});
  EXPECT_EQ(broken_in_original(original, RecordRules({"x<2"}, original, false), {}), 2U);
  EXPECT_EQ(broken_in_original(original, RecordRules({"x=head.x"}, original, true), {0, 0, 2, 2}), 1U);
  EXPECT_EQ(broken_in_original(original, RecordRules({}, original, true), {}), 0U);
  const Redraws sum = added_up({{1, 2}, {10, 20}});
  EXPECT_EQ(sum.redrawn, 11U);
  EXPECT_EQ(sum.broken, 22U);
}

}  // namespace
}  // namespace sfumato::masking
