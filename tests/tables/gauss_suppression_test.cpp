// Gauss suppression against an independent elimination: dense, row by row, modulo another prime.
#include <gtest/gtest.h>

#include <algorithm>

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
using sfumato::testing::sensitive_table;
using sfumato::testing::two_level_dimension;
using Cells = std::set<std::size_t>;

constexpr std::int64_t small_prime = 2147483647;

std::int64_t inverse_of(std::int64_t number) {  // extended Euclid
  std::int64_t a = number, b = small_prime, x = 1, y = 0;
  while (b != 0) {
    const std::int64_t quotient = a / b;
    a -= quotient * b;
    std::swap(a, b);
    x -= quotient * y;
    std::swap(x, y);
  }
  return (x % small_prime + small_prime) % small_prime;
}

// The suppressed cells that the published ones determine: those with their own row in the reduced relations.
Cells determined(const CellTable& table, const Pattern& pattern) {
  std::vector<std::vector<std::int64_t>> rows;
  for (std::size_t r = 0; r < table.relations.count(); ++r) {
    rows.emplace_back(table.cells.size(), 0);
    for (const Term& term : table.relations.terms(r)) {
      if (pattern[term.cell]) rows.back()[term.cell] += (term.coefficient + small_prime) % small_prime;
    }
  }
  std::size_t rank = 0;
  for (std::size_t column = 0; column < table.cells.size() && rank < rows.size(); ++column) {
    std::size_t pivot = rank;
    while (pivot < rows.size() && rows[pivot][column] == 0) ++pivot;
    if (pivot == rows.size()) continue;
    std::swap(rows[rank], rows[pivot]);
    const std::int64_t inverse = inverse_of(rows[rank][column]);
    for (std::int64_t& entry : rows[rank]) entry = entry * inverse % small_prime;
    for (std::size_t other = 0; other < rows.size(); ++other) {
      const std::int64_t factor = rows[other][column];
      if (other == rank || factor == 0) continue;
      for (std::size_t k = 0; k < table.cells.size(); ++k) {
        rows[other][k] = (rows[other][k] + (small_prime - factor) * rows[rank][k]) % small_prime;
      }
    }
    ++rank;
  }
  Cells cells;
  for (std::size_t r = 0; r < rank; ++r) {
    const auto entries =
        std::count_if(rows[r].begin(), rows[r].end(), [](std::int64_t entry) { return entry != 0; });
    const auto first =
        std::find_if(rows[r].begin(), rows[r].end(), [](std::int64_t entry) { return entry != 0; });
    if (entries == 1) cells.insert(static_cast<std::size_t>(first - rows[r].begin()));
  }
  return cells;
}

Cells disclosed(const CellTable& table, const Pattern& pattern) {
  Cells cells = determined(table, pattern);
  std::erase_if(cells, [&](std::size_t cell) { return table.cells[cell].status != CellStatus::primary; });
  return cells;
}

// Langsrud's own order: nothing is published, then cells are published costliest first, unless that discloses
// a sensitive one.
Pattern plain_greedy(const CellTable& table, const SuppressionProblem& problem) {
  Pattern pattern = problem.most();
  const Cells lost = disclosed(table, pattern);
  std::vector<std::size_t> order;
  for (std::size_t cell = 0; cell < problem.cells(); ++cell) {
    if (problem.choice[cell] == Choice::open) order.push_back(cell);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
    return problem.cost[left] < problem.cost[right];
  });
  for (std::size_t i = order.size(); i-- > 0;) {
    pattern[order[i]] = 0;
    if (disclosed(table, pattern) != lost) pattern[order[i]] = 1;
  }
  return pattern;
}

void expect_good(const CellTable& table, const std::string& where) {
  const sfumato::Run run({.seed = 1});
  const SuppressionProblem problem = make_problem(table, {});
  const std::optional<Pattern> pattern = gauss_suppression(table, problem, run);
  ASSERT_TRUE(pattern.has_value()) << where;
  expect_choices_kept(problem, *pattern);
  const Cells lost = disclosed(table, problem.most());
  EXPECT_EQ(disclosed(table, *pattern), lost) << where;
  for (const std::size_t cell : secondary_cells(problem, *pattern)) {
    Pattern fewer = *pattern;
    fewer[cell] = 0;
    EXPECT_NE(disclosed(table, fewer), lost) << where << ": cell " << cell << " could be published";
  }
}

TEST(GaussSuppression, HidesTheCheapestCircuit) {
  const sfumato::Run run({.seed = 1});
  CellTable table = example_table(true);
  make_primary(table, 11, 1);
  const SuppressionProblem problem = make_problem(table, {});
  EXPECT_EQ(secondary_cells(problem, gauss_suppression(table, problem, run).value()), (Cells{9, 13, 15}));
}

// 22 and 17 protect each other with only 8 and 12; a table whose sensitive cells protect each other needs
// nothing.
TEST(GaussSuppression, LetsSensitiveCellsProtectEachOther) {
  const sfumato::Run run({.seed = 1});
  CellTable table = example_table(true);
  for (const std::size_t cell : {11U, 9U, 13U, 15U}) make_primary(table, cell, 1);
  const SuppressionProblem problem = make_problem(table, {});
  EXPECT_EQ(gauss_suppression(table, problem, run).value(), problem.least());
}

TEST(GaussSuppression, LeavesNothingDisclosedAndNothingToPublish) {
  Rng rng({41, 10});
  for (int trial = 0; trial < 150; ++trial) {
    const sfumato::testing::Sensitive options{
        .share = 0.03 + 0.02 * (trial % 8), .zeros = 0.15 * (trial % 4), .largest = 12, .counts = true};
    std::vector<Dimension> dimensions{flat_dimension("a", 2 + rng.below(4)),
                                      flat_dimension("b", 2 + rng.below(3))};
    if (trial % 3 == 1) dimensions.push_back(flat_dimension("c", 2 + rng.below(2)));
    if (trial % 3 == 2) dimensions[trial % 2] = two_level_dimension("h");
    expect_good(sensitive_table(rng, dimensions, options), "table " + std::to_string(trial));
  }
}

TEST(GaussSuppression, WorksOnLinkedTablesAndSeveralHierarchies) {
  Rng rng({42, 10});
  int linked = 0;
  for (int trial = 0; trial < 150; ++trial) {
    CellTable table =
        sfumato::testing::random_cell_table(rng, {.most_leaves = 4, .decimals = false, .statuses = false});
    if (table.cells.size() > 250) continue;
    for (Response& response : table.responses) response.counts = true;
    sfumato::testing::mark_sensitive(table, rng, {.share = 0.1});
    linked += table.views.size() > 1 ? 1 : 0;
    expect_good(table, "table " + std::to_string(trial));
    expect_good(sfumato::testing::without_names(table), "bare table " + std::to_string(trial));
  }
  EXPECT_GT(linked, 20);
}

TEST(GaussSuppression, PublishesWhatTheCostliestFirstOrderDoes) {
  Rng rng({43, 10});
  const sfumato::Run run({.seed = 1});
  double ours = 0, plain = 0;
  for (int trial = 0; trial < 60; ++trial) {
    CellTable table =
        sensitive_table(rng, {flat_dimension("a", 3), flat_dimension("b", 3), flat_dimension("c", 2)},
                        {.share = trial % 2 == 0 ? 0 : 0.08, .largest = 40, .counts = true});
    std::int64_t tie = 0;  // costs that differ, so that there is one order
    for (Cell& cell : table.cells) cell.cost = cell.cost + Decimal(++tie, 4);
    if (trial % 2 == 0) make_primary(table, rng.below(table.cells.size()), 1);
    const SuppressionProblem problem = make_problem(table, {});
    const Pattern pattern = gauss_suppression(table, problem, run).value();
    const Pattern greedy = plain_greedy(table, problem);
    if (trial % 2 == 0) {
      EXPECT_EQ(pattern, greedy) << trial;  // one sensitive cell: one circuit is the first
    } else {
      ours += problem.cost_of(pattern);
      plain += problem.cost_of(greedy);
    }
  }
  EXPECT_LT(ours, 1.1 * plain);
}

TEST(GaussSuppression, IsForTablesOfCountsOnly) {
  Rng rng({44, 10});
  const sfumato::Run run({.seed = 1});
  const CellTable sums = sensitive_table(rng, {flat_dimension("a", 3), flat_dimension("b", 3)});
  EXPECT_FALSE(gauss_suppression(sums, make_problem(sums, {}), run).has_value());
}

}  // namespace
}  // namespace sfumato::tables
