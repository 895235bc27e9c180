// Network suppression: hand-made tables, patterns that must be safe wherever any pattern is, and exhaustive
// search.
#include <gtest/gtest.h>

#include "support/random_cell_table.hpp"
#include "tables/heuristic_patterns.hpp"
#include "tables/suppression/algorithms.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::example_table;
using sfumato::testing::expect_choices_kept;
using sfumato::testing::flat_dimension;
using sfumato::testing::make_primary;
using sfumato::testing::secondary_cells;
using sfumato::testing::Sensitive;
using sfumato::testing::sensitive_table;
using sfumato::testing::two_level_dimension;
using sfumato::testing::unsafe_cells;
using Cells = std::set<std::size_t>;

// Three levels: groups of groups.
Dimension deep_dimension() {
  Dimension dimension;
  dimension.name = "deep";
  for (const char* code : {"Total", "A", "B", "A1", "A2", "A11", "A12", "A13", "A21", "A22", "B1", "B2"}) {
    dimension.codes.emplace_back(code);
  }
  dimension.sums = {{0, {1, 2}}, {1, {3, 4}}, {3, {5, 6, 7}}, {4, {8, 9}}, {2, {10, 11}}};
  return dimension;
}

TEST(NetworkSuppression, FindsTheCheapestCycle) {
  const sfumato::Run run({.seed = 1});
  CellTable table = example_table();
  make_primary(table, 11, 5);  // 22: rectangle with 8, 17, 12 costs 37; with 8, 20, 10 it is 38
  SuppressionProblem problem = make_problem(table, {});
  EXPECT_EQ(secondary_cells(problem, network_suppression(table, problem, run).value()), (Cells{9, 13, 15}));
  make_primary(table, 11, 10);  // 8 cannot move by 10: 19, 32, 12 cost 63
  problem = make_problem(table, {});
  EXPECT_EQ(secondary_cells(problem, network_suppression(table, problem, run).value()), (Cells{10, 14, 15}));
}

// Neither 19 nor 8 can move by 21, but both together can; 12 and 10 likewise. A path through totals would be
// wide enough alone, at a cost of 49 + 61 + 12 + more.
TEST(NetworkSuppression, TakesSeveralPathsWhereOneCostsMore) {
  const sfumato::Run run({.seed = 1});
  CellTable table = example_table();
  make_primary(table, 11, 21);
  SuppressionProblem problem = make_problem(table, {});
  const double free = problem.cost_of(network_suppression(table, problem, run).value());
  EXPECT_TRUE(unsafe_cells(table, network_suppression(table, problem, run).value()).empty());
  for (const std::size_t total : {0U, 1U, 2U, 3U, 4U, 8U, 12U}) table.cells[total].status = CellStatus::kept;
  problem = make_problem(table, {});
  const Pattern pattern = network_suppression(table, problem, run).value();
  EXPECT_TRUE(unsafe_cells(table, pattern).empty());
  EXPECT_TRUE(pattern[9] && pattern[10] && pattern[7] && pattern[15]);
  EXPECT_LE(free, problem.cost_of(pattern));
}

TEST(NetworkSuppression, IsSafeWhereverAnyPatternIs) {
  Rng rng({31, 10});
  const sfumato::Run run({.seed = 1});
  std::size_t sensitive = 0, out_of_reach = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Sensitive options{.share = 0.05 + 0.02 * (trial % 10),
                            .zeros = 0.1 * (trial % 4),
                            .percent = trial % 3 == 0 ? 80 : 20,
                            .negative = trial % 7 == 6};
    const Dimension rows = trial % 3 == 0   ? flat_dimension("a", 2 + rng.below(5))
                           : trial % 3 == 1 ? two_level_dimension("a")
                                            : deep_dimension();
    const Dimension columns = flat_dimension("b", 2 + rng.below(5));
    const CellTable table = trial % 2 == 0 ? sensitive_table(rng, {rows, columns}, options)
                                           : sensitive_table(rng, {columns, rows}, options);
    const SuppressionProblem problem = make_problem(table, {});
    const std::optional<Pattern> pattern = network_suppression(table, problem, run);
    ASSERT_TRUE(pattern.has_value()) << trial;
    expect_choices_kept(problem, *pattern);
    const Cells lost = unsafe_cells(table, problem.most());
    EXPECT_EQ(unsafe_cells(table, *pattern), lost) << trial;
    sensitive += problem.demands.size();
    out_of_reach += lost.size();
  }
  EXPECT_GT(sensitive, 800U);
  EXPECT_LT(out_of_reach, sensitive / 5);
}

// One sensitive cell and levels that any cell can move by: no set of further cells is safe and cheaper.
TEST(NetworkSuppression, IsOptimalForOneCell) {
  Rng rng({32, 10});
  const sfumato::Run run({.seed = 1});
  for (int trial = 0; trial < 6; ++trial) {
    CellTable table = sensitive_table(rng, {flat_dimension("a", 2), flat_dimension("b", 3)},
                                      {.share = 0, .largest = trial % 2 == 0 ? 9U : 90U});
    const std::size_t cell = rng.below(table.cells.size());
    make_primary(table, cell, 1);
    const SuppressionProblem problem = make_problem(table, {});
    const double found = problem.cost_of(network_suppression(table, problem, run).value());
    double least = 1e300;
    for (std::size_t set = 0; set < (std::size_t{1} << problem.cells()); ++set) {
      if ((set >> cell & 1) == 0) continue;
      Pattern pattern(problem.cells());
      for (std::size_t i = 0; i < problem.cells(); ++i) pattern[i] = set >> i & 1;
      if (problem.cost_of(pattern) >= least) continue;
      if (unsafe_cells(table, pattern).empty()) least = problem.cost_of(pattern);
    }
    EXPECT_EQ(found, least) << trial;
  }
}

TEST(NetworkSuppression, RecognizesANetworkByItsRelations) {
  Rng rng({33, 10});
  const sfumato::Run run({.seed = 1});
  for (int trial = 0; trial < 30; ++trial) {
    CellTable table = sensitive_table(rng, {flat_dimension("a", 4), flat_dimension("b", 5)});
    for (Cell& cell : table.cells) {
      if (rng.chance(0.1) && !cell.suppressed()) cell.status = CellStatus::kept;
      if (rng.chance(0.1) && !cell.suppressed()) cell.status = CellStatus::secondary;
    }
    const CellTable bare = sfumato::testing::without_names(table);
    const SuppressionProblem problem = make_problem(table, {});
    const Pattern pattern = network_suppression(table, problem, run).value();
    expect_choices_kept(problem, pattern);
    EXPECT_EQ(pattern, network_suppression(bare, make_problem(bare, {}), run).value());
  }
}

TEST(NetworkSuppression, RefusesATableThatIsNotANetwork) {
  Rng rng({34, 10});
  const sfumato::Run run({.seed = 1});
  const auto refuses = [&](const std::vector<Dimension>& dimensions) {
    const CellTable table = sensitive_table(rng, dimensions);
    return !network_suppression(table, make_problem(table, {}), run).has_value();
  };
  EXPECT_TRUE(refuses({flat_dimension("a", 3), flat_dimension("b", 3), flat_dimension("c", 3)}));
  EXPECT_TRUE(refuses({two_level_dimension("a"), two_level_dimension("b")}));
  EXPECT_FALSE(refuses({two_level_dimension("a"), flat_dimension("b", 3)}));
  EXPECT_FALSE(refuses({flat_dimension("a", 3), deep_dimension()}));
  EXPECT_FALSE(refuses({deep_dimension()}));
  Dimension twice = flat_dimension("a", 4);
  twice.codes.insert(twice.codes.end(), {"odd", "even", "low", "high"});
  twice.sums.insert(twice.sums.end(), {{5, {1, 3}}, {6, {2, 4}}, {7, {1, 2}}, {8, {3, 4}}});
  twice.sums.push_back({0, {5, 6}});
  twice.sums.push_back({0, {7, 8}});
  EXPECT_TRUE(refuses({twice, flat_dimension("b", 3)}));
}

TEST(NetworkSuppression, AvoidsAnInsidersOwnCells) {
  const sfumato::Run run({.seed = 1});
  CellTable table = example_table();
  make_primary(table, 11, 5);
  SuppressionProblem problem = make_problem(table, {});
  problem.attackers.push_back({9});  // knows the 8, and without it 19, 32, 12 are best
  problem.demands.push_back({.cell = 11, .down = 5, .up = 5, .width = 0, .attacker = 1});
  const Pattern pattern = network_suppression(table, problem, run).value();
  EXPECT_TRUE(pattern[10] && pattern[14] && pattern[15]);
}

}  // namespace
}  // namespace sfumato::tables
