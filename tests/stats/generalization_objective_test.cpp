// Costs of generalizations, by hand; and that the bound is one.
#include "stats/generalization/generalization_objective.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/level_tables.hpp"

namespace sfumato::stats {
namespace {

// Four records a, a, b, c of a column with four leaves: {a, b}, {c, d}, then all.
LevelTable four_records() {
  LevelColumn column;
  column.codes = {{0, 1, 2}, {0, 0, 1}, {0, 0, 0}};
  column.shares = {{0.25, 0.25, 0.25}, {0.5, 0.5, 0.5}, {1.0, 1.0, 1.0}};
  column.domain = 4.0;
  return level_table({column}, {{0, 0, 1, 2}}, 4, sfumato::Run({.seed = 1, .threads = 1}));
}

double score(Objective objective, std::uint32_t level, std::vector<char> unsafe,
             Aggregate aggregate = Aggregate::arithmetic_mean) {
  const LevelTable table = four_records();
  ClassCounter counter(table);
  const EntryClasses& classes = counter.count({level});
  unsafe.resize(classes.count(), 0);
  return GeneralizationObjective(table, objective, aggregate).score({level}, classes, unsafe);
}

TEST(GeneralizationObjective, LossIsTheShareOfLeavesBeyondOne) {
  EXPECT_DOUBLE_EQ(score(Objective::loss, 0, {}), 0.0);
  EXPECT_DOUBLE_EQ(score(Objective::loss, 1, {}), (2.0 - 1.0) / 3.0);
  EXPECT_DOUBLE_EQ(score(Objective::loss, 1, {0, 1}), (2.5 - 1.0) / 3.0);
  EXPECT_DOUBLE_EQ(score(Objective::loss, 2, {}), 1.0);
}

TEST(GeneralizationObjective, PrecisionIsTheShareOfLevels) {
  EXPECT_DOUBLE_EQ(score(Objective::precision, 1, {}), 0.5);
  EXPECT_DOUBLE_EQ(score(Objective::precision, 1, {0, 1}), (3 * 0.5 + 1.0) / 4.0);
}

// At level 1: log(3/2) twice for a, log 3 for b, none for c; suppressed log 2 twice, log 4 twice.
TEST(GeneralizationObjective, EntropyIsWhatLeavesAreWorthBelowTheirValue) {
  const double all = 2 * std::log(2.0) + 2 * std::log(4.0), some = 2 * std::log(1.5) + std::log(3.0);
  EXPECT_NEAR(score(Objective::entropy, 1, {}), some / all, 1e-15);
  EXPECT_NEAR(score(Objective::entropy, 1, {0, 1}), (some + std::log(4.0)) / all, 1e-15);
}

TEST(GeneralizationObjective, ClassesHaveObjectivesOfTheirOwn) {
  EXPECT_DOUBLE_EQ(score(Objective::discernibility, 1, {}), 10.0);
  EXPECT_DOUBLE_EQ(score(Objective::discernibility, 1, {0, 1}), 9.0 + 4.0);
  EXPECT_DOUBLE_EQ(score(Objective::average_class_size, 0, {}), 4.0 / 3.0);
  EXPECT_DOUBLE_EQ(score(Objective::average_class_size, 0, {0, 1, 1}), 2.0);
}

// At level 1 a's two records have the share 1/2, their class 3/4 over two leaves; suppressed c's 1/4 lies
// over four leaves.
TEST(GeneralizationObjective, DivergenceSpreadsClassesOverTheirLeaves) {
  const double ab = 0.5 * std::log(0.5 / 0.375) + 0.25 * std::log(0.25 / 0.375);
  EXPECT_NEAR(score(Objective::kl, 1, {}), ab + 0.25 * std::log(0.25 / 0.125), 1e-15);
  EXPECT_NEAR(score(Objective::kl, 1, {0, 1}), ab + 0.25 * std::log(0.25 / 0.0625), 1e-15);
  EXPECT_NEAR(score(Objective::kl, 0, {}), 0.0, 1e-15);
}

TEST(GeneralizationObjective, AggregatesColumns) {
  const LevelTable table = four_records();
  const std::vector<double> costs = {0.0, 0.5, 0.2};
  const auto aggregated = [&](Aggregate aggregate) {
    return GeneralizationObjective(table, Objective::loss, aggregate).aggregated(costs);
  };
  EXPECT_NEAR(aggregated(Aggregate::geometric_mean), std::cbrt(1.8) - 1.0, 1e-15);
  EXPECT_DOUBLE_EQ(aggregated(Aggregate::sum), 0.7);
  EXPECT_DOUBLE_EQ(aggregated(Aggregate::maximum), 0.5);
  EXPECT_DOUBLE_EQ(aggregated(Aggregate::arithmetic_mean), 0.7 / 3.0);
}

TEST(GeneralizationObjective, WeighsColumnsByTheirImportance) {
  const LevelTable table = four_records();
  const std::vector<double> costs = {0.0, 0.5, 0.2};
  const auto aggregated = [&](Aggregate aggregate) {
    return GeneralizationObjective(table, Objective::loss, aggregate, {1.0, 2.0, 5.0}).aggregated(costs);
  };
  EXPECT_NEAR(aggregated(Aggregate::geometric_mean), std::pow(1.5 * 1.5 * std::pow(1.2, 5), 0.125) - 1.0,
              1e-15);
  EXPECT_DOUBLE_EQ(aggregated(Aggregate::sum), 2.0);
  EXPECT_DOUBLE_EQ(aggregated(Aggregate::maximum), 1.0);
  EXPECT_DOUBLE_EQ(aggregated(Aggregate::arithmetic_mean), 0.25);
}

TEST(GeneralizationObjective, ColumnsOfOneLeafCostNothing) {
  LevelColumn column;
  column.codes = {{0}};
  column.shares = {{1.0}};
  const LevelTable table = level_table({column}, {{0, 0}}, 2, sfumato::Run({.seed = 1, .threads = 1}));
  for (const Objective objective : {Objective::loss, Objective::entropy, Objective::precision}) {
    EXPECT_EQ(GeneralizationObjective(table, objective, Aggregate::sum).bound({0}), 0.0);
  }
}

// The records of classes that are suppressed at higher levels are suppressed at lower ones too.
TEST(GeneralizationObjective, NothingInABoxIsBelowTheBoundOfItsCorners) {
  Rng rng({5, 2});
  for (int trial = 0; trial < 300; ++trial) {
    const testing::MadeUpLevels made = testing::made_up_levels(40, 3, rng);
    ClassCounter counter(made.table), high_counter(made.table);
    Levels low, between, high;
    for (const LevelColumn& column : made.table.columns) {
      low.push_back(static_cast<std::uint32_t>(rng.below(column.levels())));
      between.push_back(low.back() + static_cast<std::uint32_t>(rng.below(column.levels() - low.back())));
      high.push_back(between.back() +
                     static_cast<std::uint32_t>(rng.below(column.levels() - between.back())));
    }
    const auto small = [](const EntryClasses& classes) {
      std::vector<char> flags;
      for (const std::uint32_t size : classes.sizes) flags.push_back(size < 4 ? 1 : 0);
      return flags;
    };
    const EntryClasses& inner = counter.count(between);
    const EntryClasses& top = high_counter.count(high);
    for (int kind = 0; kind <= static_cast<int>(Objective::entropy); ++kind) {
      const GeneralizationObjective objective(made.table, static_cast<Objective>(kind),
                                              static_cast<Aggregate>(rng.below(4)), {1.0, 0.5, 3.0});
      EXPECT_GE(objective.score(between, inner, small(inner)),
                objective.bound(low, objective.added_by(top, small(top))) - 1e-12);
    }
  }
}

// Raising a level or suppressing any classes never brings a score below the bound.
TEST(GeneralizationObjective, NothingAboveIsBelowTheBound) {
  Rng rng({5, 1});
  for (int trial = 0; trial < 300; ++trial) {
    const testing::MadeUpLevels made = testing::made_up_levels(30, 3, rng);
    ClassCounter counter(made.table), above_counter(made.table);
    Levels levels, above;
    for (const LevelColumn& column : made.table.columns) {
      levels.push_back(static_cast<std::uint32_t>(rng.below(column.levels())));
      above.push_back(levels.back() + static_cast<std::uint32_t>(rng.below(column.levels() - levels.back())));
    }
    const EntryClasses& classes = counter.count(levels);
    const EntryClasses& joined = above_counter.count(above);
    std::vector<char> unsafe(joined.count());
    for (char& flag : unsafe) flag = rng.chance(0.3) ? 1 : 0;
    for (int kind = 0; kind <= static_cast<int>(Objective::kl); ++kind) {
      const GeneralizationObjective objective(made.table, static_cast<Objective>(kind),
                                              static_cast<Aggregate>(rng.below(4)));
      EXPECT_GE(objective.score(above, joined, unsafe), objective.bound(levels, classes) - 1e-12) << kind;
    }
  }
}

}  // namespace
}  // namespace sfumato::stats
