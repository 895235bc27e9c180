// Cuts must hold for every pattern that meets all demands, for every x at which they were found; and the
// solved relations must be equivalent to the relations.
#include <gtest/gtest.h>

#include <cmath>

#include "support/random_cell_table.hpp"
#include "support/small_problems.hpp"
#include "tables/suppression/optimal/cut_classes.hpp"
#include "tables/suppression/optimal/cut_elimination.hpp"
#include "tables/suppression/optimal/cuts.hpp"
#include "tables/suppression/optimal/pattern_check.hpp"
#include "tables/suppression/optimal/pattern_repair.hpp"
#include "tables/suppression/optimal/separation.hpp"

namespace sfumato::tables {
namespace {

TEST(SuppressionCuts, HoldForEveryPatternThatMeetsAllDemands) {
  Rng rng({77, 1});
  const sfumato::Run run({.seed = 1, .threads = 1});
  std::size_t tables = 0, cuts = 0;
  for (int trial = 0; trial < 400 && tables < 25; ++trial) {
    SCOPED_TRACE(trial);
    const std::optional<SuppressionProblem> problem = small_problem(rng, 9);
    if (!problem) continue;
    ++tables;
    const CutSystem system(*problem);
    const std::optional<Elimination> elimination = eliminate(system);
    PatternCheck check(system, elimination);
    const std::vector<Pattern> patterns = patterns_of(system, check);
    Separation separation(system, elimination, far_off(), run);
    for (int point = 0; point < 12; ++point) {
      std::vector<double> x(system.size());
      for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = system.hidden[i] ? 1.0 : point < 4 ? 0.0 + (rng.chance(0.4) ? 1.0 : 0.0) : 0.7 * rng.uniform();
      }
      for (const Rooms rooms : {Rooms::clipped, Rooms::exact}) {
        for (const Cut& cut : separation.cuts(x, x, rooms, true)) {
          ++cuts;
          EXPECT_LT(cut.activity(x), cut.least);
          for (const Pattern& pattern : patterns) {
            EXPECT_GE(cut.activity(std::vector<double>(pattern.begin(), pattern.end())), cut.least - 1e-9);
          }
        }
      }
    }
  }
  EXPECT_GT(tables, 10U);
  EXPECT_GT(cuts, 100U);
}

// Where x is a pattern that fails, the exact rooms find a cut.
TEST(SuppressionCuts, CutOffPatternsThatFail) {
  Rng rng({78, 1});
  const sfumato::Run run({.seed = 1, .threads = 1});
  std::size_t failing = 0;
  for (int trial = 0; trial < 300 && failing < 300; ++trial) {
    const std::optional<SuppressionProblem> problem = small_problem(rng, 12);
    if (!problem) continue;
    const CutSystem system(*problem);
    const std::optional<Elimination> elimination = eliminate(system);
    PatternCheck check(system, elimination);
    Separation separation(system, elimination, far_off(), run);
    for (int point = 0; point < 20; ++point) {
      Pattern pattern(system.hidden.begin(), system.hidden.end());
      for (std::uint8_t& cell : pattern) cell = cell || rng.chance(0.5) ? 1 : 0;
      if (check.meets(pattern)) continue;
      ++failing;
      const std::vector<double> x(pattern.begin(), pattern.end());
      EXPECT_FALSE(separation.cuts(x, x, Rooms::clipped, true).empty() &&
                   separation.cuts(x, x, Rooms::exact, true).empty());
      EXPECT_LT(another_cell(system, pattern).activity(x), 1);
    }
  }
  EXPECT_GT(failing, 50U);
}

TEST(SuppressionCuts, BridgelessOnesHoldForSomePatternOfLeastCost) {
  Rng rng({79, 1});
  for (int trial = 0, tables = 0; trial < 400 && tables < 15; ++trial) {
    const std::optional<SuppressionProblem> problem = small_problem(rng, 9);
    if (!problem) continue;
    ++tables;
    const CutSystem system(*problem);
    const std::optional<Elimination> elimination = eliminate(system);
    PatternCheck check(system, elimination);
    double least = 1e300, least_bridgeless = 1e300;
    for (const Pattern& pattern : patterns_of(system, check)) {
      const std::vector<double> x(pattern.begin(), pattern.end());
      least = std::min(least, system.cost_of(pattern));
      if (bridgeless_cuts(system, x, 100).empty())
        least_bridgeless = std::min(least_bridgeless, system.cost_of(pattern));
    }
    EXPECT_EQ(least, least_bridgeless);
  }
}

// Proportional cells merged into one: the least cost stays, and a pattern that meets the demands of the
// merged system meets those of the problem.
TEST(SuppressionCuts, CellsInProportionAreDecidedTogether) {
  Rng rng({82, 1});
  std::size_t merged_systems = 0;
  for (int trial = 0; trial < 600 && merged_systems < 30; ++trial) {
    SCOPED_TRACE(trial);
    std::optional<SuppressionProblem> problem = small_problem(rng, 9);
    if (!problem) continue;
    if (trial % 2 == 1) add_insiders(*problem);
    const CutSystem system(*problem);
    const std::optional<Elimination> elimination = eliminate(system);
    ASSERT_TRUE(elimination);
    PatternCheck check(system, elimination);
    if (!check.meets(system.part_of(problem->most()))) continue;
    CutSystem merged = system;
    merge_proportional(merged, *elimination);
    if (merged.size() == system.size()) continue;
    ++merged_systems;
    EXPECT_FALSE(merged.unreachable);
    merged.hide_demanded();
    const std::optional<Elimination> merged_elimination = eliminate(merged);
    PatternCheck merged_check(merged, merged_elimination);
    EXPECT_DOUBLE_EQ(least_cost(merged, merged_check), least_cost(system, check));
    for (const Pattern& part : patterns_of(merged, merged_check)) {
      const Pattern whole = merged.whole_of(part, *problem);
      EXPECT_TRUE(check.meets(system.part_of(whole)));
      EXPECT_EQ(merged.part_of(whole), part);
      EXPECT_DOUBLE_EQ(problem->cost_of(whole), merged.cost_of(part));
    }
  }
  EXPECT_GT(merged_systems, 10U);
}

// The knapsack 3a + 5b + 9c >= 10 with c at 1: without c the rest of 1 must come from a or b.
TEST(SuppressionCuts, TakeSuppressedCellsAsGiven) {
  SuppressionProblem problem;
  problem.cost = {0, 1, 1, 1};
  problem.room_down = problem.room_up = {10, 3, 5, 9};
  problem.choice = {Choice::hidden, Choice::open, Choice::open, Choice::open};
  problem.row_starts = {0, 4};
  problem.row_cells = {0, 1, 2, 3};
  problem.row_coefficients = {-1, 1, 1, 1};
  problem.column_starts = {0, 1, 2, 3, 4};
  problem.column_rows = {0, 0, 0, 0};
  problem.column_coefficients = {-1, 1, 1, 1};
  problem.demands = {{.cell = 0, .up = 10}};
  const CutSystem system(problem);
  const std::optional<Cut> cut =
      capacity_cut(system, std::vector<double>{0, 3, 5, 9}, 10, std::vector<double>{1, 0, 0.2, 1});
  ASSERT_TRUE(cut);
  ASSERT_EQ(cut->entries.size(), 2U);
  EXPECT_EQ(cut->entries[0].column, 1U);
  EXPECT_DOUBLE_EQ(cut->entries[0].coefficient, 1);
  EXPECT_DOUBLE_EQ(cut->entries[1].coefficient, 1);
  EXPECT_EQ(cut->least, 1);
}

TEST(SuppressionCuts, RelationsAreSolvedExactly) {
  Rng rng({80, 1});
  for (int trial = 0; trial < 60; ++trial) {
    CellTable table = sfumato::testing::random_cell_table(rng, {.statuses = false});
    for (Cell& cell : table.cells) {
      if (!rng.chance(0.3)) continue;
      cell.status = CellStatus::primary;
      cell.upper_level = Decimal::whole(1);
    }
    const CutSystem system(make_problem(table, {.hide_zeros = true}));
    const std::optional<Elimination> elimination = eliminate(system);
    if (system.size() == 0) continue;
    ASSERT_TRUE(elimination);
    EXPECT_EQ(elimination->free.size() + elimination->independent.size(), system.size());
    std::vector<double> free(elimination->free.size());
    for (double& value : free) value = static_cast<double>(rng.below(1000)) - 500;
    std::vector<double> deviations(system.size(), 0.0);
    for (std::size_t i = 0; i < system.size(); ++i) {
      for (const CutSystem::Term& term : elimination->of(i))
        deviations[i] += term.coefficient * free[term.index];
    }
    for (std::size_t r = 0; r < system.rows(); ++r) {
      double sum = 0;
      for (const CutSystem::Term& term : system.row(r)) sum += term.coefficient * deviations[term.index];
      EXPECT_EQ(sum, 0);
    }
  }
}

// With and without the degrees of freedom the attacker gets equally far, and repaired patterns meet all
// demands.
TEST(SuppressionCuts, BothFormsOfTheAttackerAgree) {
  Rng rng({81, 1});
  const sfumato::Run run({.seed = 1, .threads = 1});
  std::size_t tables = 0;
  for (int trial = 0; trial < 400 && tables < 40; ++trial) {
    const std::optional<SuppressionProblem> problem = small_problem(rng, 60);
    if (!problem) continue;
    ++tables;
    const CutSystem system(*problem);
    std::optional<Elimination> few = eliminate(system);
    ASSERT_TRUE(few);
    const std::optional<Elimination> none;
    Pattern pattern = system.part_of(problem->most());
    for (std::size_t i = 0; i < pattern.size(); ++i) pattern[i] = system.hidden[i] || rng.chance(0.7) ? 1 : 0;
    const std::vector<double> first = PatternCheck(system, few).reached(pattern);
    const std::vector<double> second = PatternCheck(system, none).reached(pattern);
    for (std::size_t k = 0; k < first.size(); ++k) {
      EXPECT_NEAR(first[k], second[k], 1e-6 * std::max(1.0, system.sides[k].level));
    }
    for (const std::optional<Elimination>& form : {few, none}) {
      Pattern repaired(system.hidden.begin(), system.hidden.end());
      PatternRepair(system, form).complete(repaired, system.cost, far_off(), run);
      for (const DemandSide& side : system.sides) {
        if (side.up && side.down) repaired.clear();  // a width may need both directions
      }
      if (repaired.empty()) continue;
      EXPECT_TRUE(PatternCheck(system, form).meets(repaired));
    }
  }
  EXPECT_GT(tables, 20U);
}

}  // namespace
}  // namespace sfumato::tables
