// Hypercube suppression: hand-made tables, every cube of small tables one by one, and the audit.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "support/random_cell_table.hpp"
#include "tables/heuristic_patterns.hpp"
#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/subtable.hpp"

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

// Every cube through a cell of a flat table, as deviations of its corners when the cell itself moves by 1.
// The signs follow from the relations, each of which has two corners or none.
std::vector<std::map<std::size_t, double>> all_cubes(const CellTable& table, std::size_t cell) {
  const CellIndex index(table);
  std::vector<std::map<std::size_t, double>> cubes;
  std::vector<std::uint32_t> opposite(table.dimensions.size(), 0);
  const std::function<void(std::size_t)> choose = [&](std::size_t axis) {
    if (axis < opposite.size()) {
      for (std::uint32_t code = 0; code < table.dimensions[axis].codes.size(); ++code) {
        opposite[axis] = code;
        if (code != table.codes_of(cell)[axis]) choose(axis + 1);
      }
      return;
    }
    std::map<std::size_t, double> cube;
    for (std::size_t corner = 0; corner < (std::size_t{1} << opposite.size()); ++corner) {
      std::vector<std::uint32_t> codes(table.codes_of(cell).begin(), table.codes_of(cell).end());
      for (std::size_t d = 0; d < opposite.size(); ++d) {
        if (corner >> d & 1) codes[d] = opposite[d];
      }
      cube[index.find(codes).value()] = 0;
    }
    cube[cell] = 1;
    for (std::size_t round = 0; round < opposite.size(); ++round) {
      for (std::size_t r = 0; r < table.relations.count(); ++r) {
        std::vector<Term> pair;
        for (const Term& term : table.relations.terms(r)) {
          if (cube.contains(term.cell)) pair.push_back(term);
        }
        if (pair.empty()) continue;
        EXPECT_EQ(pair.size(), 2U);
        for (int turn = 0; turn < 2; ++turn, std::swap(pair[0], pair[1])) {
          const double moves = cube[pair[0].cell];
          if (moves != 0) cube[pair[1].cell] = pair[0].coefficient == pair[1].coefficient ? -moves : moves;
        }
      }
    }
    cubes.push_back(cube);
  };
  choose(0);
  return cubes;
}

// The least cost of the cubes that meet the demand; empty where none does.
std::optional<double> cheapest_cube(const CellTable& table, const SuppressionProblem& problem,
                                    const Demand& demand) {
  std::optional<double> least;
  for (const auto& cube : all_cubes(table, demand.cell)) {
    double cost = 0, down = 1e300, up = 1e300;
    for (const auto& [cell, moves] : cube) {
      if (problem.choice[cell] == Choice::published) up = down = -1;
      cost += problem.cost[cell];
      up = std::min(up, moves > 0 ? problem.room_up[cell] : problem.room_down[cell]);
      down = std::min(down, moves > 0 ? problem.room_down[cell] : problem.room_up[cell]);
    }
    const double slack = 1e-9;
    if (up < demand.up - slack || down < demand.down - slack || up + down < demand.width - slack) continue;
    if (!least || cost < *least) least = cost;
  }
  return least;
}

std::vector<Dimension> random_flat(Rng& rng, std::size_t count) {
  std::vector<Dimension> dimensions;
  for (std::size_t i = 0; i < count; ++i) {
    dimensions.push_back(
        flat_dimension(std::string(1, static_cast<char>('a' + i)), 2 + rng.below(count == 2 ? 5 : 2)));
  }
  return dimensions;
}

TEST(HypercubeSuppression, FindsTheCheapestRectangle) {
  const sfumato::Run run({.seed = 1});
  CellTable table = example_table();
  make_primary(table, 11, 5);  // 22: the rectangle with 8, 17, 12 costs 37; with 8, 20, 10 it is 38
  SuppressionProblem problem = make_problem(table, {});
  EXPECT_EQ(secondary_cells(problem, hypercube_suppression(table, problem, run).value()), (Cells{9, 13, 15}));
  make_primary(table, 11, 10);  // 8 cannot move by 10: 19, 32, 12 cost 63
  problem = make_problem(table, {});
  EXPECT_EQ(secondary_cells(problem, hypercube_suppression(table, problem, run).value()),
            (Cells{10, 14, 15}));
  table.cells[10].status =
      CellStatus::kept;  // 19 must be shown: with the row's total, 49, 12, and 61 are left
  problem = make_problem(table, {});
  EXPECT_EQ(secondary_cells(problem, hypercube_suppression(table, problem, run).value()), (Cells{8, 12, 15}));
}

TEST(HypercubeSuppression, UsesWhatIsHiddenAlready) {
  const sfumato::Run run({.seed = 1});
  CellTable table = example_table();
  make_primary(table, 11, 5);
  table.cells[10].status = table.cells[6].status = CellStatus::secondary;  // 19 and 50: only 10 is missing
  const SuppressionProblem problem = make_problem(table, {});
  EXPECT_EQ(secondary_cells(problem, hypercube_suppression(table, problem, run).value()), (Cells{7}));
}

// No cube is large enough alone, several are together.
TEST(HypercubeSuppression, PutsSmallCubesTogether) {
  const sfumato::Run run({.seed = 1});
  CellTable table = example_table();
  for (Cell& cell : table.cells) {
    cell.lower = cell.value - Decimal::whole(4);
    cell.upper = cell.value + Decimal::whole(4);
  }
  make_primary(table, 11, 7);
  table.cells[11].lower = Decimal::whole(0);
  table.cells[11].upper = Decimal::whole(90);
  const SuppressionProblem problem = make_problem(table, {});
  EXPECT_TRUE(unsafe_cells(table, hypercube_suppression(table, problem, run).value()).empty());
}

TEST(HypercubeSuppression, FindsTheCheapestOfAllCubes) {
  Rng rng({51, 10});
  const sfumato::Run run({.seed = 1});
  int found = 0, none = 0;
  for (int trial = 0; trial < 200; ++trial) {
    CellTable table = sensitive_table(rng, random_flat(rng, 2 + static_cast<std::size_t>(trial) % 3),
                                      {.share = 0, .zeros = trial % 4 == 0 ? 0.4 : 0.1, .largest = 30});
    for (Cell& cell : table.cells) {
      if (rng.chance(0.2)) cell.upper = cell.value + Decimal::whole(static_cast<std::int64_t>(rng.below(9)));
      if (rng.chance(0.1)) cell.status = CellStatus::kept;
    }
    const std::size_t cell = rng.below(table.cells.size());
    table.cells[cell].lower_level = Decimal::whole(static_cast<std::int64_t>(rng.below(6)));
    table.cells[cell].upper_level = Decimal::whole(1 + static_cast<std::int64_t>(rng.below(6)));
    table.cells[cell].sliding_level = Decimal::whole(static_cast<std::int64_t>(rng.below(14)));
    table.cells[cell].status = CellStatus::primary;
    const SuppressionProblem problem = make_problem(table, {});
    const std::optional<Pattern> pattern = hypercube_suppression(table, problem, run);
    ASSERT_TRUE(pattern.has_value());
    const std::optional<double> least = cheapest_cube(table, problem, problem.demands[0]);
    if (least) {
      EXPECT_DOUBLE_EQ(problem.cost_of(*pattern), *least) << trial;
      EXPECT_TRUE(unsafe_cells(table, *pattern).empty()) << trial;
    }
    ++(least ? found : none);
  }
  EXPECT_GT(found, 80);
  EXPECT_GT(none, 10);
}

// Every cell that a single cube can protect is protected.
TEST(HypercubeSuppression, MeetsEveryDemandThatACubeMeets) {
  Rng rng({52, 10});
  const sfumato::Run run({.seed = 1});
  std::size_t sensitive = 0, without_cube = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Sensitive options{.share = 0.05 + 0.02 * (trial % 6),
                            .zeros = 0.1 * (trial % 3),
                            .percent = trial % 5 == 0 ? 60 : 20,
                            .negative = trial % 7 == 6};
    const CellTable table =
        sensitive_table(rng, random_flat(rng, 2 + static_cast<std::size_t>(trial) % 3), options);
    const SuppressionProblem problem = make_problem(table, {});
    const Pattern pattern = hypercube_suppression(table, problem, run).value();
    expect_choices_kept(problem, pattern);
    const Cells unsafe = unsafe_cells(table, pattern);
    for (const Demand& demand : problem.demands) {
      ++sensitive;
      if (!unsafe.contains(demand.cell)) continue;
      ++without_cube;
      EXPECT_FALSE(cheapest_cube(table, problem, demand).has_value()) << trial << ", cell " << demand.cell;
    }
  }
  EXPECT_GT(sensitive, 800U);
  EXPECT_LT(without_cube, sensitive / 5);
}

// Hierarchies, several of them on one dimension, linked tables, zeros and negative values: choices are kept,
// the result is repeatable, and nearly all cells are protected by cubes only.
TEST(HypercubeSuppression, CarriesOverFromSubtableToSubtable) {
  Rng rng({53, 10});
  const sfumato::Run one({.seed = 1, .threads = 1}), other({.seed = 2, .threads = 3});
  std::size_t reachable = 0, safe = 0;
  for (int trial = 0; trial < 200; ++trial) {
    CellTable table = sfumato::testing::random_cell_table(
        rng, {.most_records = 150, .negative = trial % 4 == 3, .statuses = false});
    if (table.cells.size() > 400) continue;
    sfumato::testing::mark_sensitive(table, rng, {.share = 0.08, .percent = 10});
    const SuppressionProblem problem = make_problem(table, {});
    const Pattern pattern = hypercube_suppression(table, problem, one).value();
    expect_choices_kept(problem, pattern);
    EXPECT_EQ(pattern, hypercube_suppression(table, problem, other).value());
    const Cells lost = unsafe_cells(table, problem.most()), unsafe = unsafe_cells(table, pattern);
    reachable += problem.demands.size() - lost.size();
    safe += problem.demands.size() - unsafe.size();
  }
  EXPECT_GT(reachable, 500U);
  EXPECT_GT(static_cast<double>(safe), 0.8 * static_cast<double>(reachable)) << safe << " of " << reachable;
}

TEST(HypercubeSuppression, NeedsDimensions) {
  const sfumato::Run run({.seed = 1});
  const CellTable bare = sfumato::testing::without_names(example_table());
  EXPECT_FALSE(hypercube_suppression(bare, make_problem(bare, {}), run).has_value());
}

TEST(HypercubeSuppression, ListsTheSubtablesOfACell) {
  Rng rng({54, 10});
  const CellTable table = sensitive_table(rng, {two_level_dimension("a"), two_level_dimension("b")});
  const Subtables subtables = Subtables::of(table).value();
  const CellIndex index(table);
  const auto count = [&](std::uint32_t a, std::uint32_t b) {
    const std::size_t cell = index.find(std::vector<std::uint32_t>{a, b, 0}).value();
    EXPECT_EQ(subtables.places_of(cell).size(), subtables.count_of(cell));
    return subtables.count_of(cell);
  };
  EXPECT_EQ(count(0, 0), 1U);  // the top of both
  EXPECT_EQ(count(1, 1), 4U);  // a group is part of the total, and total of its leaves
  EXPECT_EQ(count(1, 4), 2U);
  EXPECT_EQ(count(3, 6), 1U);
}

}  // namespace
}  // namespace sfumato::tables
