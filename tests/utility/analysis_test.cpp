// Named analyses on both files: by hand, against each other, and refused with a reason.
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;

Table with_groups(Table table, const std::vector<std::int32_t>& codes,
                  const std::vector<std::string>& labels) {
  const ColumnId id = table.require("group");
  ColumnInfo info = table.info(id);
  info.kind = Kind::nominal;
  table.set_info(id, info);
  table.replace(id, Codes{codes, labels});
  return table;
}

TEST(Analysis, MeansByHand) {
  // Both intervals have half-width h = t(0.975; 2)·1/√3 = 4.3027/√3; the masked one lies 1 higher.
  const Table original = numbers_table({{"a", {1, 2, 3}}}), masked = numbers_table({{"a", {2, 3, 4}}});
  const Score score = measure(original, masked, "analysis", {{"means", "a"}});
  const double width = 2.0 * 4.302653 / std::sqrt(3.0);
  EXPECT_NEAR(score.value.value(), 100.0 * (width - 1.0) / width, 1e-4);
  const Value& mean = score.details.at("means").as_array()[0].at("means").as_array()[0];
  EXPECT_EQ(mean.at("bias"), Value(1.0));
  EXPECT_EQ(mean.at("relative_bias"), Value(0.5));
  EXPECT_EQ(mean.at("same_sign"), Value(true));
  // −0.48 to 4.48 holds 0, 0.52 to 5.48 does not.
  EXPECT_EQ(mean.at("same_significance"), Value(false));
}

TEST(Analysis, GroupsAreMatchedByTheirText) {
  const Table numbers = numbers_table({{"a", {1, 2, 5, 7, 9}}, {"group", {0, 0, 0, 0, 0}}});
  const Table original = with_groups(numbers, {0, 0, 1, 1, 2}, {"x", "y", "z"}),
              masked = with_groups(numbers, {1, 1, 0, 0, 1}, {"y", "x"});
  const Score score = measure(original, masked, "analysis", {{"means", "a by group"}});
  const Value::Array& means = score.details.at("means").as_array()[0].at("means").as_array();
  ASSERT_EQ(means.size(), 3U);
  EXPECT_EQ(means[1].at("name"), Value("group=y"));
  EXPECT_EQ(means[1].at("overlap"), Value(1.0));
  EXPECT_TRUE(means[2].at("original").is_null());  // one record has no interval and does not count
  EXPECT_EQ(score.details.at("estimates"), Value(2));
}

TEST(Analysis, AGroupThatIsGoneCountsAsNothingKept) {
  const Table original = numbers_table({{"a", {1, 2, 5, 7}}, {"size", {1, 1, 2, 2}}}),
              masked = numbers_table({{"a", {1, 2, 5, 7}}, {"size", {1, 1, 3, 3}}});
  EXPECT_DOUBLE_EQ(measure(original, masked, "analysis", {{"means", "a by size"}}).value.value(), 50.0);
}

TEST(Analysis, UnmaskedDataAgreeFully) {
  const Table original = testing::incomes(300);
  std::vector<std::size_t> backwards(300);
  for (std::size_t i = 0; i < 300; ++i) backwards[i] = 299 - i;
  const Score score =
      measure(original, original.taking_rows(backwards), "analysis",
              {{"regressions", "tax ~ income + savings; savings ~ size"}, {"means", "income by size; tax"}});
  EXPECT_NEAR(score.value.value(), 100.0, 1e-6);
  EXPECT_EQ(score.details.at("same_significance_percent"), Value(100.0));
  EXPECT_EQ(score.details.at("regressions").as_array()[0].at("coefficients").as_array().size(), 3U);
}

TEST(Analysis, NominalPredictorsAreIndicators) {
  const Table original =
      with_groups(numbers_table({{"a", {1, 2, 5, 7, 9, 12}}, {"group", {0, 0, 0, 0, 0, 0}}}),
                  {0, 0, 1, 1, 2, 2}, {"x", "y", "z"});
  const Score score = measure(original, original, "analysis", {{"regressions", "a ~ group"}});
  const Value::Array& found = score.details.at("regressions").as_array()[0].at("coefficients").as_array();
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[2].at("name"), Value("group=z"));
  EXPECT_NEAR(found[0].at("original").at("estimate").as_number(), 1.5, 1e-12);
  EXPECT_NEAR(found[1].at("original").at("estimate").as_number(), 4.5, 1e-12);
  EXPECT_NEAR(found[2].at("original").at("estimate").as_number(), 9.0, 1e-12);
}

TEST(Analysis, SaysHowToNameAnalyses) {
  const Table original = testing::incomes(20);
  const Score score = measure(original, original, "analysis");
  EXPECT_FALSE(score.value);
  EXPECT_NE(score.note.find("analysis.regressions="), std::string::npos);
}

TEST(Analysis, RefusesColumnsThatAreNotCompared) {
  const Table original = testing::incomes(20);
  try {
    measure(original, original, "analysis", {{"regressions", "tax ~ incom"}});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.message, "analysis: column 'incom' is not among the compared columns");
    EXPECT_NE(error.hint.find("income"), std::string::npos);
    EXPECT_NE(error.hint.find("‹columns›"), std::string::npos);
  }
  EXPECT_THROW(measure(testing::incomes(2000), original, "analysis", {{"means", "tax by income"}}), Error);
  const Table groups = with_groups(numbers_table({{"group", {0, 0}}}), {0, 0}, {"x"});
  EXPECT_THROW(measure(groups, groups, "analysis", {{"means", "group"}}), Error);
}

TEST(Analysis, TooFewRecordsHaveNoIntervals) {
  const Table single = numbers_table({{"x", {7}}, {"y", {8}}});
  const Score score = measure(single, single, "analysis", {{"regressions", "x ~ y"}, {"means", "x"}});
  EXPECT_FALSE(score.value);
  EXPECT_FALSE(score.note.empty());
  const Table empty = numbers_table({{"x", {}}, {"y", {}}});
  EXPECT_FALSE(measure(empty, empty, "analysis", {{"regressions", "x ~ y"}, {"means", "x by y"}}).value);
}

}  // namespace
}  // namespace sfumato
