// Groups of cells and their patterns against flats counted by hand, and cuts from them against every pattern
// of small lines with several sums.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/rng.hpp"
#include "support/reference_data.hpp"
#include "support/small_problems.hpp"
#include "tables/formats/table_file.hpp"
#include "tables/suppression/optimal/cut_classes.hpp"
#include "tables/suppression/optimal/local_cuts.hpp"
#include "tables/suppression/optimal/pattern_check.hpp"
#include "tables/suppression/optimal/ruin_recreate.hpp"

namespace sfumato::tables {
namespace {

// `leaves` cells and sums of some of them, each sum one relation; all open, with much room.
SuppressionProblem line(std::size_t leaves, const std::vector<std::vector<std::size_t>>& sums) {
  SuppressionProblem problem;
  const std::size_t cells = leaves + sums.size();
  problem.cost.assign(cells, 1);
  problem.room_down.assign(cells, 100);
  problem.room_up.assign(cells, 100);
  problem.choice.assign(cells, Choice::open);
  problem.row_starts = {0};
  std::vector<std::vector<std::pair<std::size_t, double>>> columns(cells);
  for (std::size_t r = 0; r < sums.size(); ++r) {
    const auto add = [&](std::size_t cell, double coefficient) {
      problem.row_cells.push_back(cell);
      problem.row_coefficients.push_back(coefficient);
      columns[cell].emplace_back(r, coefficient);
    };
    for (const std::size_t leaf : sums[r]) add(leaf, 1);
    add(leaves + r, -1);
    problem.row_starts.push_back(problem.row_cells.size());
  }
  problem.column_starts = {0};
  for (const auto& column : columns) {
    for (const auto& [row, coefficient] : column) {
      problem.column_rows.push_back(row);
      problem.column_coefficients.push_back(coefficient);
    }
    problem.column_starts.push_back(problem.column_rows.size());
  }
  return problem;
}

void demand(SuppressionProblem& problem, std::size_t cell, double level) {
  problem.choice[cell] = Choice::hidden;
  problem.cost[cell] = 0;
  problem.demands.push_back({.cell = cell, .down = level, .up = level});
}

// a, b, c, a + b + c and a + b. Flats without b: none, the four single cells, {a, c}, {a, total}, and {c,
// total, a + b}, of which two determine the third.
TEST(LocalCuts, PatternsAreComplementsOfFlats) {
  SuppressionProblem problem = line(3, {{0, 1, 2}, {0, 1}});
  demand(problem, 1, 5);
  const CutSystem system(problem);
  const sfumato::Run run({.seed = 1, .threads = 1});
  const std::vector<LocalGroup> groups = local_groups(system, eliminate(system).value(), run);
  ASSERT_EQ(groups.size(), 1U);
  const LocalGroup& group = groups[0];
  ASSERT_EQ(group.cells.size(), 4U);
  std::vector<std::size_t> cells;
  for (const std::size_t cell : group.cells) cells.push_back(system.members[cell].at(0));
  ASSERT_EQ(cells, (std::vector<std::size_t>{0, 2, 3, 4}));
  // Bits: a, c, total, a + b.
  EXPECT_EQ(group.patterns,
            (std::vector<std::uint32_t>{0b0001, 0b0111, 0b1010, 0b1011, 0b1100, 0b1101, 0b1110, 0b1111}));
}

struct Trial {
  CutSystem system;
  std::optional<Elimination> elimination;
  std::vector<Pattern> patterns;  // that meet all demands
};

std::optional<Trial> random_trial(Rng& rng) {
  const std::size_t leaves = 3 + rng.below(2);
  std::vector<std::vector<std::size_t>> sums;
  for (std::size_t count = 2 + rng.below(4); count > 0; --count) {
    std::vector<std::size_t> sum;
    for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
      if (rng.chance(0.6)) sum.push_back(leaf);
    }
    if (sum.size() > 1) sums.push_back(sum);
  }
  SuppressionProblem problem = line(leaves, sums);
  for (std::size_t i = 0; i < problem.cells(); ++i) {
    problem.cost[i] = static_cast<double>(1 + rng.below(20));
    problem.room_down[i] = static_cast<double>(rng.below(12));
    problem.room_up[i] = static_cast<double>(1 + rng.below(12));
    if (rng.chance(0.1)) problem.choice[i] = Choice::hidden;
  }
  for (std::size_t count = 1 + rng.below(2); count > 0; --count) {
    demand(problem, rng.below(problem.cells()), static_cast<double>(1 + rng.below(6)));
  }
  Trial trial{.system = CutSystem(problem), .elimination = std::nullopt, .patterns = {}};
  trial.elimination = eliminate(trial.system);
  if (trial.system.sides.empty() || trial.system.unreachable || !trial.elimination) return std::nullopt;
  PatternCheck check(trial.system, trial.elimination);
  const std::size_t size = trial.system.size();
  for (std::size_t mask = 0; mask < std::size_t{1} << size; ++mask) {
    Pattern pattern(size);
    bool hides = true;
    for (std::size_t i = 0; i < size; ++i) {
      pattern[i] = mask >> i & 1 ? 1 : 0;
      hides = hides && (pattern[i] || !trial.system.hidden[i]);
    }
    if (hides && check.meets(pattern)) trial.patterns.push_back(pattern);
  }
  if (trial.patterns.empty()) return std::nullopt;
  return trial;
}

// Rooms, hidden cells without a demand and sums that overlap: for every x at which the cuts were found, one
// of the cheapest patterns satisfies all of them, and so do all patterns without redundant cells.
TEST(LocalCuts, HoldForPatternsWithoutRedundantCells) {
  Rng rng({84, 1});
  const sfumato::Run run({.seed = 1, .threads = 1});
  std::size_t trials = 0, cuts = 0;
  for (int attempt = 0; attempt < 400 && trials < 20; ++attempt) {
    SCOPED_TRACE(attempt);
    const std::optional<Trial> trial = random_trial(rng);
    if (!trial) continue;
    ++trials;
    const CutSystem& system = trial->system;
    LocalCuts local(system, trial->elimination, far_off(), run);
    std::vector<Cut> found;
    for (int point = 0; point < 30; ++point) {
      std::vector<double> x(system.size());
      for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = system.hidden[i] ? 1.0 : point < 10 ? (rng.chance(0.4) ? 1.0 : 0.0) : 0.7 * rng.uniform();
      }
      for (Cut& cut : local.cuts(x)) {
        EXPECT_LT(cut.activity(x), cut.least);
        found.push_back(std::move(cut));
      }
    }
    cuts += found.size();
    for (const Pattern& pattern : trial->patterns) {
      const bool thinner =
          std::any_of(trial->patterns.begin(), trial->patterns.end(), [&](const Pattern& other) {
            return other != pattern && std::equal(other.begin(), other.end(), pattern.begin(),
                                                  [](std::uint8_t a, std::uint8_t b) { return a <= b; });
          });
      if (thinner) continue;
      const std::vector<double> x(pattern.begin(), pattern.end());
      for (const Cut& cut : found) EXPECT_GE(cut.activity(x), cut.least);
      EXPECT_TRUE(local.cuts(x).empty());
    }
  }
  EXPECT_EQ(trials, 20U);
  EXPECT_GT(cuts, 100U);
}

// Patterns found over degrees of freedom, independently of groups, satisfy the cuts of a table whose lines
// have seven sums each.
TEST(LocalCuts, HoldForPatternsOfHier13) {
  SFUMATO_REQUIRE_REFERENCE(path, "tables/HIER13.jj");
  const sfumato::Run run({.seed = 1});
  CutSystem system(make_problem(read_cell_table(path, {}, run), {}));
  merge_proportional(system, *eliminate(system));
  const std::optional<Elimination> elimination = eliminate(system);
  system.hide_demanded();
  LocalCuts local(system, elimination, far_off(), run);
  Rng rng({92, 1});
  std::vector<Cut> found;
  for (int point = 0; point < 3; ++point) {
    std::vector<double> x(system.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = system.hidden[i] ? 1.0 : 0.7 * rng.uniform();
    for (Cut& cut : local.cuts(x)) found.push_back(std::move(cut));
  }
  EXPECT_GT(found.size(), 500U);
  for (std::uint64_t number = 0; number < 6; ++number) {
    const Pattern pattern = RuinRecreate(system, *elimination, number).best();
    const std::vector<double> x(pattern.begin(), pattern.end());
    for (const Cut& cut : found) EXPECT_GE(cut.activity(x), cut.least);
    EXPECT_TRUE(local.cuts(x).empty());
  }
}

}  // namespace
}  // namespace sfumato::tables
