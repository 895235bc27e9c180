// Patterns by degrees of freedom: the tableau, rays against linear programs, and the search by ruin and
// recreate against every pattern of small tables.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "stats/fields/prime_field.hpp"
#include "support/small_problems.hpp"
#include "tables/suppression/optimal/cut_elimination.hpp"
#include "tables/suppression/optimal/freedom_tableau.hpp"
#include "tables/suppression/optimal/greedy_publication.hpp"
#include "tables/suppression/optimal/ray_check.hpp"
#include "tables/suppression/optimal/sparse_pattern.hpp"

namespace sfumato::tables {
namespace {

constexpr double no_limit = std::numeric_limits<double>::infinity();

// In every basis, the same deviations of the free cells give every cell the same deviation.
TEST(FreedomTableau, GivesTheSameDeviationsInEveryBasis) {
  Rng rng({85, 1});
  std::size_t exchanges = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const std::optional<SuppressionProblem> problem = small_problem(rng, 60);
    if (!problem) continue;
    const CutSystem system(*problem);
    const std::optional<Elimination> elimination = eliminate(system);
    ASSERT_TRUE(elimination);
    FreedomTableau tableau(system, *elimination);
    std::vector<std::uint32_t> deviation(system.size(), 0);
    const auto value = [&](std::size_t cell) {
      std::uint32_t sum = 0;
      for (std::size_t k = 0; k < tableau.columns(); ++k) {
        sum = Field31::add_product(sum, tableau.row(cell)[k], deviation[tableau.basis(k)]);
      }
      return sum;
    };
    for (const std::size_t cell : elimination->free) {
      deviation[cell] = static_cast<std::uint32_t>(rng.below(Field31::prime));
    }
    std::vector<std::uint32_t> all(system.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = value(i);
    deviation = all;
    for (int step = 0; step < 20; ++step) {
      const std::size_t cell = rng.below(system.size()), column = rng.below(tableau.columns());
      if (tableau.row(cell)[column] == 0) continue;
      ++exchanges;
      tableau.exchange(cell, column);
      EXPECT_EQ(tableau.basis(column), cell);
      for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(value(i), all[i]);
    }
  }
  EXPECT_GT(exchanges, 50U);
}

// One degree of freedom left: the ray gives the result of the linear programs.
TEST(RayCheck, AgreesWithLinearPrograms) {
  Rng rng({86, 1});
  std::size_t met = 0, lacking = 0;
  for (int trial = 0; trial < 1500 && (met < 30 || lacking < 30); ++trial) {
    SCOPED_TRACE(trial);
    std::optional<SuppressionProblem> problem = small_problem(rng, 40);
    if (!problem) continue;
    if (trial % 3 == 0) add_insiders(*problem);
    const CutSystem system(*problem);
    const std::optional<Elimination> elimination = eliminate(system);
    FreedomTableau tableau(system, *elimination);
    GreedyPublication greedy(system);
    std::vector<std::size_t> columns(tableau.columns());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    greedy.complete(tableau, columns, 1.0, no_limit, rng);
    if (greedy.steps().size() + 1 != tableau.columns()) continue;
    for (const GreedyPublication::Step& step : greedy.steps()) {
      tableau.exchange(step.cell, step.column);
      tableau.set_published(step.column, true);
    }
    std::size_t open = 0;
    while (tableau.published(open)) ++open;
    std::vector<std::size_t> cells;
    std::vector<std::uint32_t> deviations;
    Pattern pattern(system.size(), 0);
    for (std::size_t i = 0; i < system.size(); ++i) {
      ASSERT_EQ(tableau.moves(i), tableau.row(i)[open] != 0);
      if (!tableau.moves(i)) continue;
      cells.push_back(i);
      deviations.push_back(tableau.row(i)[open]);
      pattern[i] = 1;
    }
    std::vector<double> lacks(system.sides.size(), 1.0);
    RayCheck(system).lower(cells, deviations, lacks);
    const std::vector<double> reached = PatternCheck(system, elimination).reached(pattern);
    double sum = 0;
    for (std::size_t k = 0; k < lacks.size(); ++k) {
      const double level = system.sides[k].level;
      (lacks[k] == 0 ? met : lacking) += 1;
      EXPECT_EQ(lacks[k] == 0, reached[k] >= level * (1 - 1e-7)) << reached[k] << " of " << level;
      EXPECT_NEAR(lacks[k], lacks[k] == 0 ? 0 : 1 - 0.7 * reached[k] / level, 1e-6);
      sum += lacks[k];
    }
    EXPECT_DOUBLE_EQ(greedy.lack(), sum);
  }
  EXPECT_GE(met, 30U);
  EXPECT_GE(lacking, 30U);
}

// The greedy publication discloses no sensitive cell, returns its cost, and leaves nothing more to publish.
TEST(GreedyPublication, PublishesAsLongAsSensitiveCellsMove) {
  Rng rng({87, 1});
  std::size_t tables = 0;
  for (int trial = 0; trial < 300 && tables < 60; ++trial) {
    SCOPED_TRACE(trial);
    const std::optional<SuppressionProblem> problem = small_problem(rng, 40);
    if (!problem) continue;
    ++tables;
    const CutSystem system(*problem);
    FreedomTableau tableau(system, *eliminate(system));
    std::vector<std::size_t> columns(tableau.columns());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    GreedyPublication greedy(system);
    greedy.complete(tableau, columns, trial % 2 == 0 ? 0.0 : 2.0, no_limit, rng);
    for (const GreedyPublication::Step& step : greedy.steps()) {
      ASSERT_TRUE(tableau.moves(step.cell));
      tableau.exchange(step.cell, step.column);
      tableau.set_published(step.column, true);
    }
    double cost = 0;
    for (std::size_t i = 0; i < system.size(); ++i) cost += tableau.moves(i) ? system.cost[i] : 0;
    EXPECT_NEAR(greedy.cost(), cost, 1e-6 * (1 + cost));
    for (const DemandSide& side : system.sides) EXPECT_TRUE(tableau.moves(side.cell));
    std::vector<std::size_t> open;
    for (std::size_t k = 0; k < tableau.columns(); ++k) {
      if (!tableau.published(k)) open.push_back(k);
    }
    if (open.size() == 2) continue;  // two may be left because one would not reach the levels
    greedy.complete(tableau, open, 0, no_limit, rng);
    EXPECT_TRUE(greedy.steps().empty());
  }
  EXPECT_GE(tables, 60U);
}

// With infinite room, every cell that can move moves far enough.
TEST(SparsePatterns, LetSensitiveCellsMoveAtTheLeastCost) {
  Rng rng({83, 1});
  const sfumato::Run run({.seed = 1, .threads = 2});
  std::size_t tables = 0, best = 0;
  for (int trial = 0; trial < 600 && tables < 40; ++trial) {
    SCOPED_TRACE(trial);
    std::optional<SuppressionProblem> problem = small_problem(rng, 10);
    if (!problem) continue;
    problem->room_down.assign(problem->cells(), 1e6);
    problem->room_up.assign(problem->cells(), 1e6);
    for (Demand& demand : problem->demands) demand = {.cell = demand.cell, .down = 1, .up = 1};
    const CutSystem system(*problem);
    const std::optional<Elimination> elimination = eliminate(system);
    PatternCheck check(system, elimination);
    if (system.unreachable || !check.meets(system.part_of(problem->most()))) continue;
    ++tables;
    ASSERT_TRUE(fits_sparse_pattern(system, *elimination));
    const Pattern pattern = sparse_pattern(system, *elimination, far_off(), run);
    EXPECT_TRUE(check.meets(pattern));
    EXPECT_TRUE(check.meets(greedy_pattern(system, *elimination)));
    const double least = least_cost(system, check);
    EXPECT_GE(system.cost_of(pattern), least);
    EXPECT_LE(system.cost_of(pattern), system.cost_of(greedy_pattern(system, *elimination)));
    best += system.cost_of(pattern) == least ? 1 : 0;
  }
  EXPECT_GT(tables, 20U);
  EXPECT_GE(best, tables - 1);
}

TEST(SparsePatterns, DoNotDependOnThreads) {
  Rng rng({88, 1});
  std::size_t tables = 0;
  for (int trial = 0; trial < 200 && tables < 8; ++trial) {
    const std::optional<SuppressionProblem> problem = small_problem(rng, 40);
    if (!problem) continue;
    ++tables;
    const CutSystem system(*problem);
    const std::optional<Elimination> elimination = eliminate(system);
    const Pattern one =
        sparse_pattern(system, *elimination, far_off(), sfumato::Run({.seed = 1, .threads = 1}));
    EXPECT_EQ(one, sparse_pattern(system, *elimination, far_off(), sfumato::Run({.seed = 2, .threads = 3})));
  }
  EXPECT_EQ(tables, 8U);
}

// After the limit there is still a pattern.
TEST(SparsePatterns, RespectTheirLimit) {
  Rng rng({89, 1});
  const sfumato::Run run({.seed = 1, .threads = 2});
  std::size_t tables = 0;
  for (int trial = 0; trial < 100 && tables < 5; ++trial) {
    const std::optional<SuppressionProblem> problem = small_problem(rng, 40);
    if (!problem) continue;
    ++tables;
    const CutSystem system(*problem);
    const std::optional<Elimination> elimination = eliminate(system);
    for (const auto& none : {optimize::Effort::seconds(0), optimize::Effort::work(0)}) {
      EXPECT_EQ(sparse_pattern(system, *elimination, Limit(none), run), greedy_pattern(system, *elimination));
    }
  }
  EXPECT_EQ(tables, 5U);
}

}  // namespace
}  // namespace sfumato::tables
