// The tree of directions that adjusts tables with many sensitive cells, against the solver's own branching on
// a plain big-M program.
#include <gtest/gtest.h>

#include <cmath>

#include "optimize/solver.hpp"
#include "tables/adjustment/adjustment.hpp"
#include "tables/adjustment/direction_tree.hpp"
#include "tables/filled_table.hpp"

namespace sfumato::tables {
namespace {

using optimize::Effort;
using sfumato::testing::filled_table;
using sfumato::testing::flat_dimension;

sfumato::Run seeded_run(int threads) { return sfumato::Run({.seed = 1, .threads = threads}); }

// Two of three inner cells are sensitive, of all sizes; cells may decrease by half and increase by their
// value.
CellTable many_sensitive(std::uint64_t seed, std::size_t rows, std::size_t columns) {
  Rng rng({seed, 77});
  CellTable table = filled_table({flat_dimension("a", rows), flat_dimension("b", columns)}, false, [&] {
    return Decimal::whole(10 + static_cast<std::int64_t>(std::exp(4 + 1.2 * rng.normal())));
  });
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    Cell& cell = table.cells[i];
    cell.lower = Decimal::whole(cell.value.units() / 2);
    cell.upper = cell.value + cell.value;
    const auto codes = table.codes_of(i);
    if (codes[0] == 0 || codes[1] == 0 || rng.below(3) == 0) continue;
    cell.status = CellStatus::primary;
    cell.lower_level = Decimal::whole(1 + static_cast<std::int64_t>(rng.below(7)));
    cell.upper_level = Decimal::whole(1 + static_cast<std::int64_t>(rng.below(7)));
  }
  return table;
}

// Bound and distance of the closest table in real numbers, weights 1.
optimize::Solution plain_program(const CellTable& table) {
  optimize::Model model;
  for (const Cell& cell : table.cells) {
    model.add_column(1, 0, (*cell.upper - cell.value).number());
    model.add_column(1, 0, (cell.value - *cell.lower).number());
  }
  for (std::size_t r = 0; r < table.relations.count(); ++r) {
    std::vector<optimize::Entry> row;
    for (const Term& term : table.relations.terms(r)) {
      row.push_back({2 * term.cell, static_cast<double>(term.coefficient)});
      row.push_back({2 * term.cell + 1, -static_cast<double>(term.coefficient)});
    }
    model.add_row(0, 0, row);
  }
  constexpr double large = 1e4;
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    const Cell& cell = table.cells[i];
    if (cell.status != CellStatus::primary) continue;
    const double up = cell.upper_level.number(), down = cell.lower_level.number();
    const std::size_t goes_up = model.add_column(0, 0, 1, true);
    const optimize::Entry far_up[] = {{2 * i, 1}, {2 * i + 1, -1}, {goes_up, -(up + large)}};
    const optimize::Entry far_down[] = {{2 * i, 1}, {2 * i + 1, -1}, {goes_up, -(down + large)}};
    model.add_row(-large, infinity, far_up);    // up − down >= level if it goes up
    model.add_row(-infinity, -down, far_down);  // and <= −level if not
  }
  return optimize::Solver(model, {.relative_gap = 0.05, .presolve = true})
      .solve(optimize::Limit(Effort::work(2)));
}

TEST(AdjustmentTree, BracketsTheClosestTable) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const CellTable table = many_sensitive(seed, 8, 9);
    const AdjustmentOptions options{.weight = DistanceWeight::unity, .limit = Effort::work(20), .gap = 5};
    const Adjustment adjusted = adjust_table(table, options, seeded_run(1));
    ASSERT_TRUE(adjusted.found);
    EXPECT_TRUE(adjusted.safe());
    EXPECT_GT(adjusted.cells.size(), 40U);
    check_table(adjusted.table);
    const optimize::Solution plain = plain_program(table);
    ASSERT_TRUE(plain.has_values);
    EXPECT_LE(adjusted.bound, plain.objective * (1 + 1e-6)) << seed;
    EXPECT_GE(adjusted.distance, plain.bound * (1 - 1e-6)) << seed;
    EXPECT_LE(adjusted.gap(), 5.01) << seed;
  }
}

TEST(AdjustmentTree, IsTheSameForAnyNumberOfThreads) {
  const CellTable table = many_sensitive(4, 8, 9);
  const AdjustmentOptions options{.weight = DistanceWeight::unity, .limit = Effort::work(60), .gap = 6};
  const Adjustment one = adjust_table(table, options, seeded_run(1));
  const Adjustment two = adjust_table(table, options, seeded_run(2));
  EXPECT_EQ(one.values, two.values);
  EXPECT_DOUBLE_EQ(one.bound, two.bound);
}

TEST(DirectionTree, GrowsWhereTheBoundIsLeastAndTheNodeLatest) {
  DirectionTree tree;
  tree.add(3, {}, 0);
  tree.add(1, {{5, true}}, 1);
  tree.add(2, {}, 2);
  tree.add(1, {{5, false}}, 3);
  EXPECT_EQ(tree.take().next, 3U);
  EXPECT_EQ(tree.take().next, 1U);
  EXPECT_DOUBLE_EQ(tree.top().bound, 2);
}

}  // namespace
}  // namespace sfumato::tables
