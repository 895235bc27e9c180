// t-closeness of a published example and by hand, in its three distances.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/hierarchy.hpp"
#include "core/rng.hpp"
#include "support/survey.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;

// Salaries of Li, Li, Venkatasubramanian (2007), §4.1 and Table 3: 3k to 11k, in classes 3-5, 6 8 11, 7 9 10.
Table salaries() {
  return numbers_table({{"class", {1, 1, 1, 2, 2, 2, 3, 3, 3}}, {"salary", {3, 4, 5, 6, 11, 8, 7, 9, 10}}});
}

TEST(TCloseness, OrderedIsThatOfThePaper) {
  const Score score =
      measure(salaries(), salaries(), "t-closeness", {{"column", "salary"}, {"distance", "ordered"}});
  EXPECT_NEAR(score.per_record[0], 0.375, 1e-14);      // printed there as 0.375
  EXPECT_NEAR(score.per_record[3], 1.0 / 6.0, 1e-14);  // 0.167
  EXPECT_EQ(score.value, *std::max_element(score.per_record.begin(), score.per_record.end()));
}

TEST(TCloseness, EqualIsHalfTheAbsoluteDifferences) {
  // Shares of a class 1/3 on three of nine values: ½·(3·(1/3 − 1/9) + 6/9).
  const Score score = measure(salaries(), salaries(), "t-closeness", {{"column", "salary"}});
  EXPECT_NEAR(score.value.value(), 2.0 / 3.0, 1e-14);
}

TEST(TCloseness, IsNothingForOneClass) {
  const Table table = numbers_table({{"class", {1, 1, 1}}, {"salary", {3, 4, 5}}});
  for (const char* distance : {"equal", "ordered"}) {
    const Score score = measure(table, table, "t-closeness", {{"column", "salary"}, {"distance", distance}});
    EXPECT_NEAR(score.value.value(), 0.0, 1e-15);
  }
}

// Half the records have 1 and 2 each, half 3 and 4; {1, 2} and {3, 4} meet one level up, all at the second.
Table with_tree() {
  Table table = numbers_table({{"class", {1, 1, 2, 2}}, {"ill", {1, 3, 2, 4}}});
  ColumnInfo info = table.info(1);
  info.role = Role::confidential;
  info.tree = std::make_shared<Hierarchy>(std::vector<std::vector<std::string>>{
      {"1", "low", "*"}, {"2", "low", "*"}, {"3", "high", "*"}, {"4", "high", "*"}});
  table.set_info(1, info);
  return table;
}

TEST(TCloseness, HierarchicalMovesThroughTheTree) {
  const Table table = with_tree();
  // A class has ½ on 1 and 3 where all have ¼ on each: ¼ moves from 1 to 2, and from 3 to 4, at height ½.
  EXPECT_NEAR(measure(table, table, "t-closeness", {{"distance", "hierarchical"}}).value.value(), 0.25,
              1e-15);
  // With classes {1, 2} and {3, 4}, ½ moves over the root.
  Table split = table;
  split.replace(0, Numbers{1, 2, 1, 2});
  EXPECT_NEAR(measure(split, split, "t-closeness", {{"distance", "hierarchical"}}).value.value(), 0.5, 1e-15);
}

TEST(TCloseness, SaysWhatTheHierarchyLacks) {
  Table table = with_tree();
  table.replace(1, Numbers{1, 3, 2, 7});
  const Score score = measure(table, table, "t-closeness", {{"distance", "hierarchical"}});
  EXPECT_FALSE(score.value);
  EXPECT_EQ(score.note, "the hierarchy of 'ill' does not contain 1 of its values");
  const Score without =
      measure(salaries(), salaries(), "t-closeness", {{"column", "salary"}, {"distance", "hierarchical"}});
  EXPECT_NE(without.note.find("has none"), std::string::npos);
}

// Values 1, 2, 3 of all five records that have one are shared by 2/5, 1/5 and 2/5, the two that are
// suppressed (one has no key, one says `*`) among them; the class has 2/3 and 1/3 on 1 and 2.
TEST(TCloseness, ComparesWithAllRecordsThatHaveAValue) {
  const double gap = std::nan("");
  Table table = numbers_table({{"key", {0, 0, 0, 0, 0, 0, 0}}, {"salary", {1, 1, 2, 3, 3, gap, gap}}});
  table.replace(0, Codes{{0, 0, 0, -1, 1, 0, 2}, {"a", "*", "b"}});
  const auto of = [&](const char* distance) {
    return measure(table, table, "t-closeness", {{"column", "salary"}, {"distance", distance}});
  };
  EXPECT_NEAR(of("equal").value.value(), 0.4, 1e-14);
  EXPECT_NEAR(of("ordered").value.value(), (4.0 / 15.0 + 0.4) / 2.0, 1e-14);
  EXPECT_EQ(of("equal").details.at("suppressed_records"), Value(2));
  EXPECT_EQ(of("equal").details.at("unknown_records"), Value(2));
  EXPECT_EQ(of("equal").details.at("classes"), Value(1));
}

// Equal distances are total variation, and ordered ones never exceed them (each step is 1/(m − 1) or less).
TEST(TCloseness, OrderedIsAtMostEqual) {
  Rng rng({2, 2});
  for (int round = 0; round < 30; ++round) {
    std::vector<double> key(60), value(60);
    for (double& one : key) one = static_cast<double>(rng.below(5));
    for (double& one : value) one = static_cast<double>(rng.below(7));
    const Table table = numbers_table({{"key", key}, {"value", value}});
    const Score equal = measure(table, table, "t-closeness", {{"column", "value"}});
    const Score ordered =
        measure(table, table, "t-closeness", {{"column", "value"}, {"distance", "ordered"}});
    for (std::size_t row = 0; row < 60; ++row) {
      ASSERT_LE(ordered.per_record[row], equal.per_record[row] + 1e-12);
    }
  }
}

}  // namespace
}  // namespace sfumato
