// Optimal suppression against published optima and against every pattern, each checked by the plain attacker
// of the tests.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "support/reference_data.hpp"
#include "tables/audit/audit.hpp"
#include "tables/formats/table_file.hpp"
#include "tables/plain_attacker.hpp"
#include "tables/suppression/algorithms.hpp"

namespace sfumato::tables {
namespace {

using optimize::Effort;

Limit work(double units) { return Limit(Effort::work(units)); }

std::size_t secondary(const SuppressionProblem& problem, const Pattern& pattern) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) count += pattern[i] && problem.choice[i] == Choice::open;
  return count;
}

void expect_fixed_choices_kept(const SuppressionProblem& problem, const Pattern& pattern) {
  ASSERT_EQ(pattern.size(), problem.cells());
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (problem.choice[i] != Choice::open) {
      EXPECT_EQ(pattern[i] != 0, problem.choice[i] == Choice::hidden);
    }
  }
}

// Whether every demand is met, by the simplex of the tests.
bool plainly_met(const CellTable& table, const SuppressionProblem& problem, const Pattern& pattern) {
  const CellTable suppressed = with_pattern(table, pattern);
  for (const Demand& demand : problem.demands) {
    sfumato::testing::PlainAttacker attacker(suppressed, problem.attackers[demand.attacker]);
    const Interval interval = attacker.interval(demand.cell);
    const double value = table.cells[demand.cell].value.number();
    const double down = interval.lower ? value - *interval.lower : 1e300;
    const double up = interval.upper ? *interval.upper - value : 1e300;
    const auto attained = [](double reached, double level) {
      return reached >= level - 1e-6 * std::max(1.0, level);
    };
    if (!attained(down, demand.down) || !attained(up, demand.up) || !attained(down + up, demand.width)) {
      return false;
    }
  }
  return true;
}

// The least cost over all patterns; empty if even suppressing the whole table is not enough.
std::optional<double> least_cost(const CellTable& table, const SuppressionProblem& problem) {
  if (!plainly_met(table, problem, problem.most())) return std::nullopt;
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < problem.cells(); ++i) {
    if (problem.choice[i] == Choice::open) open.push_back(i);
  }
  const auto pattern_of = [&](std::size_t mask) {
    Pattern pattern = problem.least();
    for (std::size_t k = 0; k < open.size(); ++k) pattern[open[k]] = (mask >> k) & 1U ? 1 : 0;
    return pattern;
  };
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t mask = 0; mask < (std::size_t{1} << open.size()); ++mask) {
    order.emplace_back(problem.cost_of(pattern_of(mask)), mask);
  }
  std::sort(order.begin(), order.end());
  for (const auto& [cost, mask] : order) {
    if (plainly_met(table, problem, pattern_of(mask))) return cost;
  }
  return std::nullopt;
}

// rows × columns random numbers with margins; one to three sensitive cells, a few that must be published.
CellTable small_table(Rng& rng, std::size_t rows, std::size_t columns) {
  CellTable table;
  table.cells.resize((rows + 1) * (columns + 1));
  const auto at = [&](std::size_t row, std::size_t column) { return row * (columns + 1) + column; };
  for (std::size_t i = 1; i <= rows; ++i) {
    for (std::size_t j = 1; j <= columns; ++j) {
      const Decimal value = Decimal::whole(static_cast<std::int64_t>(rng.below(40)));
      for (const std::size_t cell : {at(i, j), at(i, 0), at(0, j), at(0, 0)}) {
        table.cells[cell].value = table.cells[cell].value + value;
      }
    }
  }
  for (std::size_t line = 0; line <= rows; ++line) {
    std::vector<Term> terms;
    for (std::size_t k = 0; k <= columns; ++k) terms.push_back({at(line, k), k == 0 ? -1 : 1});
    table.relations.add(Decimal(), terms);
  }
  for (std::size_t line = 0; line <= columns; ++line) {
    std::vector<Term> terms;
    for (std::size_t k = 0; k <= rows; ++k) terms.push_back({at(k, line), k == 0 ? -1 : 1});
    table.relations.add(Decimal(), terms);
  }
  for (Cell& cell : table.cells) {
    cell.cost = rng.chance(0.2) ? Decimal(static_cast<std::int64_t>(rng.below(100)), 1) : cell.value;
    if (rng.chance(0.5)) cell.upper = cell.value + Decimal::whole(static_cast<std::int64_t>(rng.below(30)));
    if (rng.chance(0.15)) cell.status = CellStatus::kept;
  }
  const std::size_t sensitive = 1 + rng.below(3);
  for (std::size_t k = 0; k < sensitive; ++k) {
    Cell& cell = table.cells[at(1 + rng.below(rows), 1 + rng.below(columns))];
    cell.status = CellStatus::primary;
    cell.lower_level = Decimal::whole(static_cast<std::int64_t>(rng.below(8)));
    cell.upper_level = Decimal::whole(static_cast<std::int64_t>(rng.below(12)));
    if (rng.chance(0.4)) cell.sliding_level = Decimal::whole(static_cast<std::int64_t>(rng.below(25)));
  }
  return table;
}

void expect_least(const CellTable& table, const SuppressionProblem& problem, double least) {
  const sfumato::Run run({.seed = 1, .threads = 1});
  const Proposal proposal = optimal_suppression(problem, problem.most(), work(60), 0, run);
  expect_fixed_choices_kept(problem, proposal.pattern);
  EXPECT_TRUE(proposal.optimal);
  EXPECT_NEAR(problem.cost_of(proposal.pattern), least, 1e-6);
  EXPECT_LE(proposal.bound, least + 1e-9);
  EXPECT_TRUE(plainly_met(table, problem, proposal.pattern));
}

TEST(OptimalSuppression, CostsAsLittleAsTheBestOfAllPatterns) {
  Rng rng({31, 7});
  std::size_t compared = 0;
  for (int trial = 0; trial < 60; ++trial) {
    SCOPED_TRACE(trial);
    const CellTable table = small_table(rng, 2 + rng.below(2), 2 + rng.below(2));
    const SuppressionProblem problem = make_problem(table, {});
    const std::optional<double> least = least_cost(table, problem);
    if (!least) continue;
    ++compared;
    expect_least(table, problem, *least);
  }
  EXPECT_GT(compared, 20U);
}

// A contributor who is alone in a sensitive cell knows it.
TEST(OptimalSuppression, ProtectsAgainstInsiders) {
  Rng rng({8, 15});
  std::size_t compared = 0;
  for (int trial = 0; trial < 40; ++trial) {
    SCOPED_TRACE(trial);
    const CellTable table = small_table(rng, 3, 2);
    SuppressionProblem problem = make_problem(table, {});
    if (problem.demands.size() < 2) continue;
    problem.attackers.push_back({problem.demands[0].cell});
    for (std::size_t k = 1, count = problem.demands.size(); k < count; ++k) {
      problem.demands.push_back(problem.demands[k]);
      problem.demands.back().attacker = 1;
    }
    const std::optional<double> least = least_cost(table, problem);
    if (!least) continue;
    ++compared;
    expect_least(table, problem, *least);
  }
  EXPECT_GT(compared, 3U);
}

// Within a gap the bound is still valid.
TEST(OptimalSuppression, StopsWithinTheGap) {
  Rng rng({5, 5});
  const sfumato::Run run({.seed = 1, .threads = 1});
  for (int trial = 0; trial < 25; ++trial) {
    SCOPED_TRACE(trial);
    const CellTable table = small_table(rng, 3, 2);
    const SuppressionProblem problem = make_problem(table, {});
    const std::optional<double> least = least_cost(table, problem);
    if (!least) continue;
    for (const double gap : {5.0, 50.0}) {
      const Proposal proposal = optimal_suppression(problem, problem.most(), work(60), gap, run);
      EXPECT_LE(proposal.bound, *least + 1e-9);
      EXPECT_GE(proposal.bound, (1 - gap / 100) * problem.cost_of(proposal.pattern) - 1e-3);
      EXPECT_TRUE(plainly_met(table, problem, proposal.pattern));
    }
  }
}

void expect_published(const std::string& path, double cost, std::size_t count) {
  const sfumato::Run run({.seed = 1});
  const CellTable table = read_cell_table(path, {}, run);
  const SuppressionProblem problem = make_problem(table, {});
  const Proposal proposal = optimal_suppression(problem, problem.most(), work(240), 0, run);
  EXPECT_TRUE(proposal.optimal);
  EXPECT_DOUBLE_EQ(problem.cost_of(proposal.pattern), cost);
  EXPECT_DOUBLE_EQ(proposal.bound, cost);
  EXPECT_EQ(secondary(problem, proposal.pattern), count);
  EXPECT_TRUE(audit(with_pattern(table, proposal.pattern), {.insiders = false}, run).safe);
}

// The optima of sdcTable and tau-Argus, from the reference data.
TEST(OptimalSuppression, FindsTheOptimumOfTheVignette) {
  SFUMATO_REQUIRE_REFERENCE(path, "tables/vignette3d_freq10.jj");
  expect_published(path, 354, 23);
}

TEST(OptimalSuppression, FindsTheOptimumOfTheTestTable) {
  SFUMATO_REQUIRE_REFERENCE(path, "tables/tau_testW_SizeRegion_p15.jj");
  expect_published(path, 521926, 6);
}

TEST(OptimalSuppression, FindsTheOptimumOfTargus) {
  SFUMATO_REQUIRE_REFERENCE(path, "tables/TARGUS.jj");
  expect_published(path, 2033155, 8);
}

// 103 by integer programs over the cuts, one after another, with another solver.
TEST(OptimalSuppression, FindsTheOptimumOfTable8) {
  SFUMATO_REQUIRE_REFERENCE(path, "tables/TABLE8.jj");
  expect_published(path, 103, 5);
}

// Costs of 1e9 and more, as of amounts in a small currency, are solved like any others.
TEST(OptimalSuppression, DoesNotDependOnTheUnitOfCosts) {
  SFUMATO_REQUIRE_REFERENCE(path, "tables/TARGUS.jj");
  const sfumato::Run run({.seed = 1});
  SuppressionProblem problem = make_problem(read_cell_table(path, {}, run), {});
  for (double& cost : problem.cost) cost *= 1e6;
  const Proposal proposal = optimal_suppression(problem, problem.most(), work(240), 0, run);
  EXPECT_TRUE(proposal.optimal);
  EXPECT_DOUBLE_EQ(problem.cost_of(proposal.pattern), 2033155e6);
  EXPECT_DOUBLE_EQ(proposal.bound, 2033155e6);
}

TEST(OptimalSuppression, DoesNotDependOnThreads) {
  SFUMATO_REQUIRE_REFERENCE(path, "tables/TARGUS.jj");
  const sfumato::Run one({.seed = 1, .threads = 1}), four({.seed = 2, .threads = 4});
  const SuppressionProblem problem = make_problem(read_cell_table(path, {}, one), {});
  const Proposal first = optimal_suppression(problem, problem.most(), work(240), 0, one);
  const Proposal second = optimal_suppression(problem, problem.most(), work(240), 0, four);
  EXPECT_EQ(first.pattern, second.pattern);
  EXPECT_EQ(first.bound, second.bound);
}

TEST(OptimalSuppression, HasAPatternAndABoundAtTheLimit) {
  SFUMATO_REQUIRE_REFERENCE(path, "tables/TABLE7.jj");
  const sfumato::Run run({.seed = 1});
  const CellTable table = read_cell_table(path, {}, run);
  SuppressionProblem problem = make_problem(table, {});
  // Levels out of reach are lowered to what suppressing everything gives.
  const Audit widest = audit(with_pattern(table, problem.most()), {.insiders = false}, run);
  for (Demand& demand : problem.demands) {
    for (const AuditedCell& cell : widest.cells) {
      if (cell.cell != demand.cell) continue;
      const double value = table.cells[demand.cell].value.number();
      demand.down = std::min(demand.down, value - cell.interval.lower.value());
      demand.up = std::min(demand.up, cell.interval.upper.value() - value);
    }
  }
  for (const Effort& effort : {Effort::seconds(0), Effort::seconds(0.05), Effort::seconds(1), Effort::work(0),
                               Effort::work(0.05), Effort::work(1)}) {
    SCOPED_TRACE(std::to_string(effort.amount) + ' ' + to_text(effort.unit));
    const Limit limit(effort);
    const Proposal proposal = optimal_suppression(problem, problem.most(), limit, 0, run);
    EXPECT_TRUE(limit.over() || proposal.optimal);
    expect_fixed_choices_kept(problem, proposal.pattern);
    EXPECT_LE(proposal.bound, 3990513);  // a pattern of this cost is known
    EXPECT_LE(proposal.bound, problem.cost_of(proposal.pattern));
    CellTable result = with_pattern(table, proposal.pattern);
    for (const Demand& demand : problem.demands) {
      result.cells[demand.cell].lower_level = Decimal::whole(static_cast<std::int64_t>(demand.down));
      result.cells[demand.cell].upper_level = Decimal::whole(static_cast<std::int64_t>(demand.up));
    }
    EXPECT_TRUE(audit(result, {.insiders = false}, run).safe);
  }
}

// For any load and number of threads: a limit of work ends the search at the same point.
TEST(OptimalSuppression, EndsAtTheSamePointWithinALimitOfWork) {
  SFUMATO_REQUIRE_REFERENCE(path, "tables/HIER13.jj");
  const sfumato::Run one({.seed = 1, .threads = 1}), four({.seed = 2, .threads = 4});
  const SuppressionProblem problem = make_problem(read_cell_table(path, {}, one), {});
  const Proposal first = optimal_suppression(problem, problem.most(), work(2), 0, one);
  const Proposal second = optimal_suppression(problem, problem.most(), work(2), 0, four);
  EXPECT_FALSE(first.optimal);
  EXPECT_EQ(first.pattern, second.pattern);
  EXPECT_EQ(first.bound, second.bound);
}

TEST(OptimalSuppression, StopsWhenAsked) {
  Rng rng({1, 1});
  SuppressionProblem problem;
  do {
    problem = make_problem(small_table(rng, 3, 3), {});
  } while (problem.demands.empty() || problem.demands[0].up <= 0);
  std::stop_source stop;
  stop.request_stop();
  const sfumato::Run run({.seed = 1, .threads = 1, .stop = stop.get_token()});
  EXPECT_THROW(optimal_suppression(problem, problem.most(), work(60), 0, run), Error);
}

TEST(OptimalSuppression, PublishesAllThatIsNotHiddenWithoutDemands) {
  Rng rng({2, 2});
  SuppressionProblem problem = make_problem(small_table(rng, 3, 3), {});
  problem.demands.clear();
  const sfumato::Run run({.seed = 1, .threads = 1});
  const Proposal proposal = optimal_suppression(problem, problem.most(), work(60), 0, run);
  EXPECT_EQ(proposal.pattern, problem.least());
  EXPECT_TRUE(proposal.optimal);
  EXPECT_EQ(proposal.bound, 0);
}

}  // namespace
}  // namespace sfumato::tables
