#include "optimize/solver.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <thread>

#include "core/rng.hpp"

namespace sfumato::optimize {
namespace {

// Maximize 3x + 5y with x <= 4, 2y <= 12, 3x + 2y <= 18: Hillier and Lieberman's Wyndor Glass, solved by
// x = 2, y = 6 with 36; the rows are worth 0, 3/2 and 1.
Model wyndor() {
  Model model;
  model.sense = Sense::maximize;
  model.add_column(3, 0, infinity);
  model.add_column(5, 0, infinity);
  model.add_row(-infinity, 4, std::vector<Entry>{{0, 1}});
  model.add_row(-infinity, 12, std::vector<Entry>{{1, 2}});
  model.add_row(-infinity, 18, std::vector<Entry>{{0, 3}, {1, 2}});
  return model;
}

TEST(Solver, SolvesATextbookProgramWithItsDuals) {
  Solver solver(wyndor());
  const Solution solution = solver.solve();
  ASSERT_EQ(solution.outcome, Outcome::optimal);
  ASSERT_TRUE(solution.has_values);
  EXPECT_NEAR(solution.objective, 36, 1e-9);
  EXPECT_NEAR(solution.bound, 36, 1e-9);
  EXPECT_NEAR(solution.values[0], 2, 1e-9);
  EXPECT_NEAR(solution.values[1], 6, 1e-9);
  ASSERT_EQ(solution.row_duals.size(), 3U);
  EXPECT_NEAR(solution.row_duals[0], 0, 1e-9);
  EXPECT_NEAR(solution.row_duals[1], 1.5, 1e-9);
  EXPECT_NEAR(solution.row_duals[2], 1, 1e-9);
  EXPECT_NEAR(solution.reduced_costs[0], 0, 1e-9);
}

TEST(Solver, HasDualsThatAreTheChangeOfTheObjectiveInBothSenses) {
  for (const Sense sense : {Sense::minimize, Sense::maximize}) {
    Model model;  // 2x + y between 1 and 4 with x, y in 0..10: the bounds are attained by only y or only x
    model.sense = sense;
    model.add_column(2, 0, 10);
    model.add_column(3, 0, 10);
    model.add_row(1, 4, std::vector<Entry>{{0, 2}, {1, 1}});
    Solver solver(model);
    const Solution before = solver.solve();
    const std::size_t row = 0;
    const double step = 0.5;
    solver.set_row_bounds(row, 1 + step, 4 + step);
    const Solution after = solver.solve();
    EXPECT_NEAR(after.objective - before.objective, step * before.row_duals[row], 1e-9);
    EXPECT_NEAR(before.objective, sense == Sense::minimize ? 1 : 12, 1e-9);
  }
}

TEST(Solver, SaysInfeasibleAndUnbounded) {
  Model model;
  model.add_column(1, 0, 1);
  model.add_row(2, 3, std::vector<Entry>{{0, 1}});
  Solver infeasible(model);
  EXPECT_EQ(infeasible.solve().outcome, Outcome::infeasible);
  infeasible.set_bounds(0, 0, 5);
  const Solution repaired = infeasible.solve();
  EXPECT_EQ(repaired.outcome, Outcome::optimal);
  EXPECT_NEAR(repaired.objective, 2, 1e-9);

  Model open;
  open.sense = Sense::maximize;
  open.add_column(1, 0, infinity);
  open.add_column(0, 0, infinity);
  open.add_row(0, 0, std::vector<Entry>{{0, 1}, {1, -1}});
  Solver unbounded(open);
  EXPECT_EQ(unbounded.solve().outcome, Outcome::unbounded);
  unbounded.set_sense(Sense::minimize);
  EXPECT_NEAR(unbounded.solve().objective, 0, 1e-9);
}

// Bounds that are very large relative to the tolerance are still bounds.
TEST(Solver, DoesNotTreatLargeBoundsAsInfinite) {
  for (double size = 1e6; size < 1e16; size *= 10) {
    Model model;
    model.sense = Sense::maximize;
    model.add_column(0, -5 * size, infinity);
    model.add_column(0, -5, infinity);
    model.add_column(0, -3, infinity);
    model.add_column(0, -7 * size, infinity);
    const std::size_t pairs[4][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}};
    for (const auto& pair : pairs) model.add_row(0, 0, std::vector<Entry>{{pair[0], 1}, {pair[1], 1}});
    Solver solver(model);
    for (const std::size_t column : {0U, 1U, 3U, 2U}) {
      solver.set_cost(column, 1);
      const Solution solution = solver.solve();
      ASSERT_EQ(solution.outcome, Outcome::optimal) << size;
      EXPECT_NEAR(solution.objective, column == 0 || column == 3 ? 3 : 5 * size, 1e-9 * size) << size;
      solver.set_cost(column, 0);
    }
  }
}

TEST(Solver, SolvesWithoutRowsAndWithoutColumns) {
  Model model;
  Solver empty(model);
  EXPECT_EQ(empty.solve().outcome, Outcome::optimal);
  model.add_column(-2, -1, 3);
  Solver free_column(model);
  EXPECT_NEAR(free_column.solve().objective, -6, 1e-9);
}

// A knapsack of 10 with sizes 5, 4, 6, 3 worth 10, 40, 30, 50: items 2 and 4 make 90.
TEST(Solver, SolvesAKnapsackInIntegers) {
  Model model;
  model.sense = Sense::maximize;
  for (const double worth : {10.0, 40.0, 30.0, 50.0}) model.add_column(worth, 0, 1, true);
  model.add_row(-infinity, 10, std::vector<Entry>{{0, 5}, {1, 4}, {2, 6}, {3, 3}});
  for (const bool presolve : {false, true}) {
    Solver solver(model, {.presolve = presolve});
    const Solution solution = solver.solve();
    ASSERT_EQ(solution.outcome, Outcome::optimal);
    EXPECT_NEAR(solution.objective, 90, 1e-9);
    EXPECT_NEAR(solution.bound, 90, 1e-9);
    EXPECT_NEAR(solution.values[1] + solution.values[3], 2, 1e-9);
    solver.set_bounds(1, 0, 0);
    EXPECT_NEAR(solver.solve().objective, 80, 1e-9);
  }
}

TEST(Solver, TakesNewRowsAndASuggestion) {
  Solver solver(wyndor());
  solver.solve();
  const std::vector<std::size_t> starts{0};
  const std::vector<Entry> entries{{0, 1}, {1, 1}};
  solver.add_rows(std::vector<double>{-infinity}, std::vector<double>{7}, starts, entries);
  const Solution cut = solver.solve();
  EXPECT_NEAR(cut.objective, 33, 1e-9);  // x = 1, y = 6
  EXPECT_EQ(cut.row_duals.size(), 4U);

  Model whole;
  whole.add_column(1, 0, 9, true);
  whole.add_row(3.5, infinity, std::vector<Entry>{{0, 1}});
  Solver started(whole);
  started.suggest(std::vector<double>{5});
  EXPECT_NEAR(started.solve().objective, 4, 1e-9);
}

// A market split: hard enough not to be solved before the stop token is checked, nor within little work.
Model market_split() {
  Model model;
  model.sense = Sense::maximize;
  Rng rng({1, 2});
  for (int j = 0; j < 40; ++j) model.add_column(1 + static_cast<double>(rng.below(5)), 0, 1, true);
  for (int i = 0; i < 5; ++i) {
    std::vector<Entry> row;
    double sum = 0;
    for (std::size_t j = 0; j < 40; ++j) {
      row.push_back({j, static_cast<double>(rng.below(100))});
      sum += row.back().coefficient;
    }
    model.add_row(std::floor(sum / 2), std::floor(sum / 2), row);
  }
  return model;
}

TEST(Solver, StopsWhenAsked) {
  Solver solver(market_split(), {.stopped = [] { return true; }});
  EXPECT_EQ(solver.solve(Limit(Effort::work(60))).outcome, Outcome::limit);
}

TEST(Solver, StopsAtTheLimitOfAnIntegerProgram) {
  for (const Effort& effort : {Effort::seconds(0), Effort::work(0), Effort::work(0.1)}) {
    const Limit limit(effort);
    EXPECT_EQ(Solver(market_split()).solve(limit).outcome, Outcome::limit) << effort.amount;
    EXPECT_TRUE(limit.over());
  }
}

// A thousand iterations, one small step each.
Model staircase() {
  Model model;
  model.sense = Sense::maximize;
  model.add_column(1, 0, 1);
  for (std::size_t j = 1; j < 1000; ++j) {
    model.add_column(1, 0, infinity);
    const Entry step[] = {{j, 1}, {j - 1, -1}};
    model.add_row(-infinity, 1, step);
  }
  return model;
}

TEST(Solver, StopsAtTheLimitOfALinearProgramAndGoesOn) {
  for (const Effort& effort : {Effort::seconds(0), Effort::work(0), Effort::work(1e-4)}) {
    Solver solver(staircase());
    const Limit limit(effort);
    EXPECT_EQ(solver.solve(limit).outcome, Outcome::limit) << effort.amount;
    EXPECT_TRUE(limit.over());
    const Solution whole = solver.solve(limit.without_end());
    EXPECT_EQ(whole.outcome, Outcome::optimal);
    EXPECT_NEAR(whole.objective, 500'500, 1e-3);
    EXPECT_EQ(solver.solve().outcome, Outcome::optimal);
  }
}

TEST(Solver, EndsAtTheSamePointWithinALimitOfWork) {
  const Model model = market_split();
  std::vector<Solution> solutions;
  std::vector<double> left;
  for (int i = 0; i < 2; ++i) {
    const Limit all(Effort::work(10));
    solutions.push_back(Solver(model).solve(all.next(0.2)));
    left.push_back(all.left());
  }
  EXPECT_EQ(solutions[0].outcome, Outcome::limit);
  EXPECT_EQ(solutions[0].has_values, solutions[1].has_values);
  EXPECT_EQ(solutions[0].values, solutions[1].values);
  EXPECT_EQ(solutions[0].bound, solutions[1].bound);
  EXPECT_EQ(left[0], left[1]);
  EXPECT_LT(left[0], 10 - 0.2);
}

// The best vertex of {A x = b, lower <= x <= upper}, by enumeration of every basis and every corner of the
// other variables.
class Vertices {
 public:
  explicit Vertices(const Model& model) : model_(model) {}

  std::optional<double> best() {
    std::vector<std::size_t> basis;
    choose(0, basis);
    return best_;
  }

 private:
  void choose(std::size_t from, std::vector<std::size_t>& basis) {
    if (basis.size() == model_.rows()) return corners(basis);
    for (std::size_t j = from; j < model_.columns(); ++j) {
      basis.push_back(j);
      choose(j + 1, basis);
      basis.pop_back();
    }
  }

  void corners(const std::vector<std::size_t>& basis) {
    std::vector<std::size_t> rest;
    for (std::size_t j = 0; j < model_.columns(); ++j) {
      if (std::find(basis.begin(), basis.end(), j) == basis.end()) rest.push_back(j);
    }
    for (std::size_t mask = 0; mask < (std::size_t{1} << rest.size()); ++mask) {
      std::vector<double> x(model_.columns(), 0);
      for (std::size_t k = 0; k < rest.size(); ++k) {
        x[rest[k]] = (mask >> k & 1U) != 0 ? model_.upper[rest[k]] : model_.lower[rest[k]];
      }
      if (complete(basis, x)) judge(x);
    }
  }

  // Gauss and Jordan on the basis' columns.
  bool complete(const std::vector<std::size_t>& basis, std::vector<double>& x) const {
    const std::size_t size = basis.size();
    std::vector<std::vector<double>> system(size, std::vector<double>(size + 1, 0));
    for (std::size_t i = 0; i < size; ++i) {
      system[i][size] = model_.row_lower[i];
      for (std::size_t e = model_.row_starts[i]; e < model_.row_starts[i + 1]; ++e) {
        const Entry& entry = model_.entries[e];
        const auto place = std::find(basis.begin(), basis.end(), entry.column);
        if (place == basis.end()) {
          system[i][size] -= entry.coefficient * x[entry.column];
        } else {
          system[i][static_cast<std::size_t>(place - basis.begin())] = entry.coefficient;
        }
      }
    }
    for (std::size_t k = 0; k < size; ++k) {
      std::size_t pivot = k;
      for (std::size_t i = k; i < size; ++i) {
        if (std::abs(system[i][k]) > std::abs(system[pivot][k])) pivot = i;
      }
      if (std::abs(system[pivot][k]) < 1e-9) return false;
      std::swap(system[k], system[pivot]);
      for (std::size_t i = 0; i < size; ++i) {
        if (i == k) continue;
        const double factor = system[i][k] / system[k][k];
        for (std::size_t j = k; j <= size; ++j) system[i][j] -= factor * system[k][j];
      }
    }
    for (std::size_t k = 0; k < size; ++k) x[basis[k]] = system[k][size] / system[k][k];
    return true;
  }

  void judge(const std::vector<double>& x) {
    double objective = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      if (x[j] < model_.lower[j] - 1e-9 || x[j] > model_.upper[j] + 1e-9) return;
      objective += model_.cost[j] * x[j];
    }
    const bool better = !best_ || (model_.sense == Sense::minimize ? objective < *best_ : objective > *best_);
    if (better) best_ = objective;
  }

  const Model& model_;
  std::optional<double> best_;
};

Model random_model(Rng& rng) {
  Model model;
  model.sense = rng.below(2) == 0 ? Sense::minimize : Sense::maximize;
  const std::size_t columns = 3 + rng.below(4);
  const std::size_t rows = 1 + rng.below(3);
  for (std::size_t j = 0; j < columns; ++j) {
    const double lower = -static_cast<double>(rng.below(4));
    const double upper = static_cast<double>(rng.below(6));
    model.add_column(static_cast<double>(rng.below(11)) - 5, lower, upper);
  }
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<Entry> row;
    for (std::size_t j = 0; j < columns; ++j) {
      row.push_back({j, static_cast<double>(rng.below(7)) - 3 + 0.25 * static_cast<double>(i)});
    }
    const double right = static_cast<double>(rng.below(5)) - 2;
    model.add_row(right, right, row);
  }
  return model;
}

TEST(Solver, AgreesWithAllVertices) {
  Rng rng({11, 4});
  int infeasible = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const Model model = random_model(rng);
    const std::optional<double> best = Vertices(model).best();
    Solver solver(model);
    const Solution solution = solver.solve();
    if (!best) {
      ++infeasible;
      EXPECT_EQ(solution.outcome, Outcome::infeasible) << trial;
      continue;
    }
    ASSERT_EQ(solution.outcome, Outcome::optimal) << trial;
    EXPECT_NEAR(solution.objective, *best, 1e-7) << trial;
  }
  EXPECT_GT(infeasible, 10);
  EXPECT_LT(infeasible, 200);
}

TEST(Solver, FindsTheSameWarmAndCold) {
  Rng rng({12, 4});
  for (int trial = 0; trial < 40; ++trial) {
    Model model = random_model(rng);
    Solver warm(model);
    Solver cold(model);
    for (int step = 0; step < 20; ++step) {
      const std::size_t column = rng.below(model.columns());
      if (rng.below(2) == 0) {
        model.cost[column] = static_cast<double>(rng.below(11)) - 5;
        warm.set_cost(column, model.cost[column]);
        cold.set_cost(column, model.cost[column]);
      } else {
        model.upper[column] = static_cast<double>(rng.below(6));
        warm.set_bounds(column, model.lower[column], model.upper[column]);
        cold.set_bounds(column, model.lower[column], model.upper[column]);
      }
      cold.forget();
      const Solution from_before = warm.solve();
      const Solution from_scratch = cold.solve();
      Solver fresh(model);
      const Solution from_model = fresh.solve();
      ASSERT_EQ(from_before.outcome, from_scratch.outcome) << trial << ' ' << step;
      ASSERT_EQ(from_before.outcome, from_model.outcome) << trial << ' ' << step;
      if (from_before.outcome != Outcome::optimal) continue;
      EXPECT_NEAR(from_before.objective, from_scratch.objective, 1e-7);
      EXPECT_NEAR(from_before.objective, from_model.objective, 1e-7);
    }
  }
}

TEST(Solver, GivesTheSameBitsAgainAndOnOtherThreads) {
  Rng rng({13, 4});
  const Model model = random_model(rng);
  std::vector<Solution> solutions(8);
  std::vector<std::thread> threads;
  for (Solution& solution : solutions) threads.emplace_back([&] { solution = Solver(model).solve(); });
  for (std::thread& thread : threads) thread.join();
  for (const Solution& solution : solutions) {
    EXPECT_EQ(solution.values, solutions[0].values);
    EXPECT_EQ(solution.row_duals, solutions[0].row_duals);
  }
}

TEST(Solver, SaysItsName) { EXPECT_EQ(std::string(solver_name()).substr(0, 6), "HiGHS "); }

}  // namespace
}  // namespace sfumato::optimize
