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
    // 1 is a value of one record; 2 is one of two, and 5 is not a value of the original.
    const std::vector<SynthesisColumn> columns = {synthesis_column(original, 0), {}};
    EXPECT_EQ(records.lone_numbers(columns), 1U);
  }
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
