#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/error.hpp"
#include "tables/filled_table.hpp"
#include "tables/suppression/problem.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::filled_table;
using sfumato::testing::flat_dimension;

// Rows total, a1, a2 and columns total, b1, b2, b3:
//   39  12  12  15
//   15   0   7   8
//   24  12   5   7
CellTable small_table() {
  std::int64_t next = 0;
  const std::array<std::int64_t, 6> leaves{0, 7, 8, 12, 5, 7};
  CellTable table = filled_table({flat_dimension("a", 2), flat_dimension("b", 3)}, false,
                                 [&] { return Decimal::whole(leaves[static_cast<std::size_t>(next++)]); });
  for (Cell& cell : table.cells) cell.cost = cell.value;
  table.cells[6].status = CellStatus::primary;  // a1, b2: 7
  table.cells[6].upper_level = Decimal::whole(2);
  table.cells[6].lower_level = Decimal(15, 1);
  table.cells[10].status = CellStatus::secondary;  // a2, b2
  table.cells[0].status = CellStatus::kept;
  return table;
}

TEST(SuppressionProblem, KnowsWhatMayBeSuppressed) {
  const SuppressionProblem problem = make_problem(small_table(), {});
  ASSERT_EQ(problem.cells(), 12U);
  EXPECT_EQ(problem.choice[0], Choice::published);  // kept
  EXPECT_EQ(problem.choice[5], Choice::published);  // no contributors
  EXPECT_EQ(problem.choice[6], Choice::hidden);
  EXPECT_EQ(problem.choice[10], Choice::hidden);
  EXPECT_EQ(problem.choice[7], Choice::open);
  EXPECT_EQ(problem.cost[6], 0);
  EXPECT_EQ(problem.cost[10], 0);
  EXPECT_EQ(problem.cost[7], 8);
  EXPECT_EQ(problem.room_down[7], 8);
  EXPECT_TRUE(std::isinf(problem.room_up[7]));
  EXPECT_EQ(make_problem(small_table(), {.hide_zeros = true}).choice[5], Choice::open);
}

TEST(SuppressionProblem, HasOneDemandPerSensitiveCell) {
  const SuppressionProblem problem = make_problem(small_table(), {});
  ASSERT_EQ(problem.demands.size(), 1U);
  EXPECT_EQ(problem.demands[0].cell, 6U);
  EXPECT_EQ(problem.demands[0].up, 2);
  EXPECT_EQ(problem.demands[0].down, 1.5);
  EXPECT_EQ(problem.demands[0].attacker, 0U);
}

TEST(SuppressionProblem, LetsNoSensitiveCellBeKnownExactly) {
  CellTable table = small_table();
  table.cells[6].upper_level = table.cells[6].lower_level = Decimal();
  const SuppressionProblem problem = make_problem(table, {});
  ASSERT_EQ(problem.demands.size(), 1U);
  EXPECT_EQ(problem.demands[0].width, 1);  // integers: a unit
  table.cells[7].value = Decimal(825, 2);
  EXPECT_EQ(make_problem(table, {}).demands[0].width, 0.01);
}

TEST(SuppressionProblem, HasEachRelationOnceByRowsAndByColumns) {
  CellTable table = small_table();
  const std::size_t relations = table.relations.count();
  std::vector<Term> doubled;
  for (const Term& term : table.relations.terms(0)) doubled.push_back({term.cell, -2 * term.coefficient});
  table.relations.add(Decimal(), doubled);
  const SuppressionProblem problem = make_problem(table, {});
  EXPECT_EQ(problem.rows(), relations);
  std::vector<double> by_rows(problem.cells() * problem.rows(), 0), by_columns = by_rows;
  for (std::size_t row = 0; row < problem.rows(); ++row) {
    double sum = 0;
    for (std::size_t i = problem.row_starts[row]; i < problem.row_starts[row + 1]; ++i) {
      by_rows[problem.row_cells[i] * problem.rows() + row] = problem.row_coefficients[i];
      sum += problem.row_coefficients[i] * table.cells[problem.row_cells[i]].value.number();
    }
    EXPECT_EQ(sum, 0);
  }
  for (std::size_t cell = 0; cell < problem.cells(); ++cell) {
    for (std::size_t i = problem.column_starts[cell]; i < problem.column_starts[cell + 1]; ++i) {
      by_columns[cell * problem.rows() + problem.column_rows[i]] = problem.column_coefficients[i];
    }
  }
  EXPECT_EQ(by_rows, by_columns);
}

TEST(SuppressionProblem, UsesTheRequestedCosts) {
  CellTable table = small_table();
  EXPECT_EQ(make_problem(table, {.cost = CellCost::unity}).cost[7], 1);
  table.cells[7].cost = Decimal::whole(99);
  EXPECT_EQ(make_problem(table, {}).cost[7], 99);
  EXPECT_EQ(make_problem(table, {.cost = CellCost::value}).cost[7], 8);
  EXPECT_THROW(make_problem(table, {.cost = CellCost::frequency}), Error);
  table.contributors.resize(table.cells.size());
  table.contributors[7].frequency = 3;
  EXPECT_EQ(make_problem(table, {.cost = CellCost::frequency}).cost[7], 3);
  table.cells[7].cost = Decimal::whole(-1);
  EXPECT_THROW(make_problem(table, {}), Error);
}

TEST(SuppressionProblem, KnowsPriorBounds) {
  const SuppressionProblem problem = make_problem(small_table(), {.prior_percent = 25});
  EXPECT_EQ(problem.room_down[7], 2);
  EXPECT_EQ(problem.room_up[7], 2);
}

TEST(SuppressionProblem, TakesAnInsiderOnce) {
  const CellTable table = small_table();
  SuppressionProblem problem = make_problem(table, {});
  AuditedCell shown;
  shown.cell = 6;
  add_insider(problem, table, shown);
  EXPECT_EQ(problem.demands.size(), 1U);
  shown.insider = InsiderView{.contributor = 5, .own_cells = {10, 7}, .interval = {}};
  add_insider(problem, table, shown);
  add_insider(problem, table, shown);
  ASSERT_EQ(problem.attackers.size(), 2U);
  EXPECT_EQ(problem.attackers[1], (std::vector<std::size_t>{7, 10}));
  ASSERT_EQ(problem.demands.size(), 2U);
  EXPECT_EQ(problem.demands[1].attacker, 1U);
  EXPECT_EQ(problem.demands[1].up, 2);
}

TEST(SuppressionProblem, PutsAPatternIntoTheTable) {
  const CellTable table = small_table();
  const SuppressionProblem problem = make_problem(table, {});
  EXPECT_EQ(with_pattern(table, problem.least()), table);
  Pattern pattern = problem.least();
  pattern[10] = 0;
  pattern[7] = 1;
  EXPECT_EQ(problem.cost_of(pattern), 8);
  const CellTable marked = with_pattern(table, pattern);
  EXPECT_EQ(marked.cells[10].status, CellStatus::safe);
  EXPECT_EQ(marked.cells[7].status, CellStatus::secondary);
  EXPECT_EQ(marked.cells[6].status, CellStatus::primary);
  EXPECT_EQ(marked.cells[0].status, CellStatus::kept);
  const Pattern most = problem.most();
  EXPECT_EQ(std::count(most.begin(), most.end(), 1), 10);
}

}  // namespace
}  // namespace sfumato::tables
