// Moves within one subtable: they keep every relation and every bound, and there is a move wherever a linear
// program over all cells finds one.
#include <gtest/gtest.h>

#include <cmath>

#include "tables/filled_table.hpp"
#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/subtable_moves.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::flat_dimension;
using sfumato::testing::random_table;

CellTable some_sensitive(Rng& rng, const std::vector<Dimension>& dimensions) {
  CellTable table = random_table(rng, dimensions, false, 40);
  for (Cell& cell : table.cells) {
    cell.cost = cell.value;
    if (cell.value.is_zero() || rng.below(8) != 0) continue;
    cell.status = CellStatus::primary;
    cell.lower_level = cell.upper_level = Decimal::whole(1 + static_cast<std::int64_t>(rng.below(9)));
  }
  return table;
}

void expect_right(const SuppressionProblem& problem, const Deviation& deviation, std::size_t cell,
                  double amount) {
  std::vector<double> moved(problem.cells(), 0);
  for (std::size_t i = 0; i < deviation.cells.size(); ++i) {
    moved[deviation.cells[i]] += deviation.amounts[i];
    EXPECT_NE(problem.choice[deviation.cells[i]], Choice::published);
  }
  EXPECT_NEAR(moved[cell], amount, 1e-7);
  for (std::size_t i = 0; i < moved.size(); ++i) {
    EXPECT_LE(moved[i], problem.room_up[i] + 1e-7);
    EXPECT_LE(-moved[i], problem.room_down[i] + 1e-7);
  }
  for (std::size_t row = 0; row < problem.rows(); ++row) {
    double sum = 0;
    for (std::size_t k = problem.row_starts[row]; k < problem.row_starts[row + 1]; ++k) {
      sum += problem.row_coefficients[k] * moved[problem.row_cells[k]];
    }
    EXPECT_NEAR(sum, 0, 1e-6);
  }
}

// Every sensitive cell of a table that is one subtable, up and down.
void check_all_moves(const CellTable& table) {
  SuppressionProblem problem = make_problem(table, {});
  const auto subtables = Subtables::of(table);
  ASSERT_TRUE(subtables);
  const std::vector<SubtablePlace> places = subtables->places_of(table.cells.size() - 1);
  ASSERT_EQ(places.size(), 1U);
  const SubtableGrid grid(*subtables, places[0]);
  ASSERT_EQ(grid.cells().size(), table.cells.size());
  const StillTable still(problem.cells());
  SubtableMoves moves(problem, *subtables, grid, still, problem.least());
  DeviationProgram program(problem, problem.most());
  for (const Demand& demand : problem.demands) {
    const std::size_t place = grid.among(demand.cell);
    EXPECT_EQ(grid.cells()[place], demand.cell);
    for (const double amount : {demand.up, -demand.down}) {
      const std::optional<Deviation> move = moves.cheapest(place, amount);
      EXPECT_EQ(move.has_value(), program.cheapest(demand.cell, amount, 0).has_value());
      if (!move) continue;
      expect_right(moves.problem(), *move, place, amount);
      for (const std::size_t moved : move->cells) moves.hide(moved);
    }
  }
}

TEST(SubtableMoves, KeepRelationsInNetworks) {
  Rng rng({1, 5});
  for (int i = 0; i < 30; ++i)
    check_all_moves(some_sensitive(rng, {flat_dimension("a", 5), flat_dimension("b", 4)}));
}

// With eleven codes on an axis the linear program has some of them only.
TEST(SubtableMoves, KeepRelationsInCubesAndPrograms) {
  Rng rng({2, 5});
  for (int i = 0; i < 20; ++i) {
    check_all_moves(
        some_sensitive(rng, {flat_dimension("a", 2), flat_dimension("b", 3), flat_dimension("c", 12)}));
  }
}

// Codes 0 and 2 of an axis of four: the total's sign, and only their two cells in a relation.
TEST(SubtableGrid, MakesProblemsOfSomeCodes) {
  Rng rng({3, 5});
  const CellTable table = random_table(rng, {flat_dimension("a", 2), flat_dimension("b", 3)}, false, 9);
  const SuppressionProblem problem = make_problem(table, {});
  const auto subtables = Subtables::of(table);
  const SubtableGrid grid(*subtables, subtables->places_of(0)[0]);
  EXPECT_EQ(grid.axes(), 2U);
  const AxisCodes codes{{0, 1, 2}, {0, 2}};
  EXPECT_EQ(grid.with_codes(codes), (std::vector<std::size_t>{0, 2, 4, 6, 8, 10}));
  const SuppressionProblem some = grid.problem(problem, problem.least(), codes);
  EXPECT_EQ(some.cells(), 6U);
  EXPECT_EQ(some.row_starts, (std::vector<std::size_t>{0, 3, 6, 8, 10, 12}));
  EXPECT_EQ(std::vector<double>(some.row_coefficients.begin(), some.row_coefficients.begin() + 8),
            (std::vector<double>{-1, 1, 1, -1, 1, 1, -1, 1}));
}

}  // namespace
}  // namespace sfumato::tables
