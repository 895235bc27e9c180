#include <gtest/gtest.h>

#include <algorithm>

#include "support/reference_data.hpp"
#include "tables/audit/audit.hpp"
#include "tables/filled_table.hpp"
#include "tables/plain_jj.hpp"
#include "tables/suppression/algorithms.hpp"
#include "tables/suppression_tables.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::broken_cells;
using sfumato::testing::make_sensitive;
using sfumato::testing::RandomCells;

Limit enough() { return Limit(optimize::Effort::work(60)); }

bool meets_all(const SuppressionProblem& problem, const Pattern& pattern) {
  IncrementalSuppression incremental(problem);
  Pattern grown = pattern;
  for (const Demand& demand : problem.demands) {
    if (!incremental.meet(demand, grown)) return false;
  }
  return grown == pattern;
}

// 2 × 2 leaves: a single sensitive one needs the other three, or margins that cost more.
TEST(IncrementalSuppression, ClosesTheSmallestCycle) {
  std::int64_t next = 10;
  CellTable table = sfumato::testing::filled_table(
      {sfumato::testing::flat_dimension("a", 2), sfumato::testing::flat_dimension("b", 2)}, false,
      [&] { return Decimal::whole(next++); });
  for (Cell& cell : table.cells) cell.cost = cell.value;
  table.cells[4].status = CellStatus::primary;  // 10
  table.cells[4].upper_level = table.cells[4].lower_level = Decimal::whole(3);
  const SuppressionProblem problem = make_problem(table, {});
  const sfumato::Run run({.seed = 1});
  const Pattern pattern = incremental_suppression(problem, enough(), run);
  EXPECT_EQ(pattern, (Pattern{0, 0, 0, 0, 1, 1, 0, 1, 1}));
  EXPECT_EQ(problem.cost_of(pattern), 11 + 12 + 13);
}

TEST(IncrementalSuppression, MovesOnlyAsFarAsThereIsRoom) {
  std::int64_t next = 10;
  CellTable table = sfumato::testing::filled_table(
      {sfumato::testing::flat_dimension("a", 2), sfumato::testing::flat_dimension("b", 2)}, false,
      [&] { return Decimal::whole(next++); });
  table.cells[4].status = CellStatus::primary;
  table.cells[4].upper_level = Decimal::whole(3);
  table.cells[4].lower_level = Decimal::whole(12);
  const SuppressionProblem problem = make_problem(table, {});
  IncrementalSuppression incremental(problem);
  Pattern pattern = problem.least();
  EXPECT_FALSE(incremental.meet(problem.demands[0], pattern));
  const Demand less = incremental.within_reach(problem.demands[0]);
  EXPECT_EQ(less.up, 3);
  EXPECT_NEAR(less.down, 10, 1e-5);
  EXPECT_TRUE(incremental.meet(less, pattern));
}

TEST(IncrementalSuppression, MeetsEveryDemandOfRandomTablesWithoutRedundantCells) {
  Rng rng({31, 10});
  const sfumato::Run run({.seed = 1});
  int looked_at = 0;
  for (int trial = 0; trial < 120; ++trial) {
    RandomCells kind{.most_leaves = 4, .negative = trial % 3 == 0, .statuses = false};
    CellTable table = sfumato::testing::random_cell_table(rng, kind);
    make_sensitive(table, rng, 0.15);
    SuppressionProblem problem = make_problem(table, {});
    if (problem.demands.empty() || table.cells.size() > 150) continue;
    IncrementalSuppression incremental(problem);
    for (Demand& demand : problem.demands) {
      Pattern most = problem.most();
      if (!incremental.meet(demand, most)) demand = incremental.within_reach(demand);
    }
    ++looked_at;
    const Pattern pattern = incremental_suppression(problem, enough(), run);
    EXPECT_TRUE(meets_all(problem, pattern)) << trial;
    // A width that needs both sides may be reached in other ways that the algorithm does not search.
    const bool sides = std::all_of(problem.demands.begin(), problem.demands.end(), [](const Demand& demand) {
      return demand.width <= demand.up + demand.down;
    });
    for (std::size_t cell = 0; cell < pattern.size(); ++cell) {
      if (problem.choice[cell] != Choice::open) {
        EXPECT_EQ(pattern[cell] != 0, problem.choice[cell] == Choice::hidden) << trial;
        continue;
      }
      if (!pattern[cell] || !sides) continue;
      Pattern less = pattern;
      less[cell] = 0;
      EXPECT_FALSE(meets_all(problem, less)) << trial << ": " << cell_name(table, cell) << " is not needed";
    }
  }
  EXPECT_GT(looked_at, 50);
}

// The best known costs are 354, 521,926 and 2,033,155; one demand after the other comes close.
TEST(IncrementalSuppression, ComesCloseToTheOptimaOfPublishedTables) {
  const sfumato::Run run({.seed = 1});
  const std::vector<std::pair<std::string, double>> optima{
      {"vignette3d_freq10.jj", 354}, {"tau_testW_SizeRegion_p15.jj", 521926}, {"TARGUS.jj", 2033155}};
  for (const auto& [file, optimum] : optima) {
    SFUMATO_REQUIRE_REFERENCE(path, "tables/" + file);
    const CellTable table = sfumato::testing::read_plain_jj(path);
    const SuppressionProblem problem = make_problem(table, {});
    const Pattern pattern = incremental_suppression(problem, enough(), run);
    EXPECT_TRUE(audit(with_pattern(table, pattern), {}, run).safe) << file;
    EXPECT_GE(problem.cost_of(pattern), optimum) << file;
    EXPECT_LE(problem.cost_of(pattern), 1.05 * optimum) << file;
  }
}

}  // namespace
}  // namespace sfumato::tables
