// Suppression one demand at a time: what the cheapest deviation of the demanded size moves is suppressed, and
// is free for the demands that follow. Works for any relations, and repairs the patterns of other algorithms.
#include <algorithm>
#include <numeric>
#include <optional>

#include "core/number_limits.hpp"
#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/incremental_deviation.hpp"

namespace sfumato::tables {

struct IncrementalSuppression::State {
  State(const SuppressionProblem& given, const Limit& given_limit) : problem(given), limit(given_limit) {
    start();
  }

  void start() {
    program.emplace(problem, problem.most(), limit);
    seen.emplace(problem);
    free = problem.least();
  }

  // Suppressed cells cost nothing. If the pattern lost cells, the deviations seen are no longer valid.
  void follow(const Pattern& pattern) {
    for (std::size_t cell = 0; cell < pattern.size(); ++cell) {
      if (free[cell] && !pattern[cell]) {
        start();
        break;
      }
    }
    for (std::size_t cell = 0; cell < pattern.size(); ++cell) {
      if (pattern[cell] && !free[cell]) suppress(cell);
    }
  }

  void suppress(std::size_t cell) {
    free[cell] = 1;
    program->make_free(cell);
  }

  bool move(const Demand& demand, double amount, Pattern& pattern) {
    if (amount == 0 || (demand.attacker == 0 && seen->reaches(demand.cell, amount))) return true;
    const std::optional<Deviation> deviation = program->cheapest(demand.cell, amount, demand.attacker);
    if (deviation) take(*deviation, pattern);
    return deviation.has_value();
  }

  void take(const Deviation& deviation, Pattern& pattern) {
    for (const std::size_t cell : deviation.cells) {
      pattern[cell] = 1;
      if (!free[cell]) suppress(cell);
    }
    seen->learn(deviation);
  }

  double cost_of(const std::optional<Deviation>& deviation) const {
    if (!deviation) return infinity;
    double cost = 0;
    for (const std::size_t cell : deviation->cells) cost += free[cell] ? 0 : problem.cost[cell];
    return cost;
  }

  // The missing width is added on one side where there is room, else on both sides.
  bool widen(const Demand& demand, Pattern& pattern) {
    const double lacking = demand.width - demand.up - demand.down;
    if (lacking <= 0) return true;
    if (demand.attacker == 0 && seen->up(demand.cell) + seen->down(demand.cell) >= demand.width) return true;
    const auto above = program->cheapest(demand.cell, demand.up + lacking, demand.attacker);
    const auto below = program->cheapest(demand.cell, -(demand.down + lacking), demand.attacker);
    if (above || below) {
      take(cost_of(above) <= cost_of(below) ? *above : *below, pattern);
      return true;
    }
    const double up = program->farthest(demand.cell, 1, demand.attacker) * (1 - 1e-9);
    const double down = demand.width - up;
    return up > 0 && move(demand, up, pattern) && move(demand, -down, pattern);
  }

  const SuppressionProblem& problem;
  Limit limit;
  std::optional<DeviationProgram> program;
  std::optional<SeenDeviations> seen;
  Pattern free;
};

IncrementalSuppression::IncrementalSuppression(const SuppressionProblem& problem, const Limit& limit)
    : state_(std::make_unique<State>(problem, limit)) {}

IncrementalSuppression::~IncrementalSuppression() = default;

bool IncrementalSuppression::meet(const Demand& demand, Pattern& pattern) {
  state_->follow(pattern);
  const bool up = state_->move(demand, demand.up, pattern);
  const bool down = state_->move(demand, -demand.down, pattern);
  return state_->widen(demand, pattern) && up && down;
}

Demand IncrementalSuppression::within_reach(Demand demand) const {
  // A little less than the end: the last digits of the solver's result are rounding.
  const auto farthest = [&](int sign) {
    return state_->program->farthest(demand.cell, sign, demand.attacker) * (1 - 1e-7);
  };
  const double up = farthest(1), down = farthest(-1);
  demand.up = std::min(demand.up, up);
  demand.down = std::min(demand.down, down);
  demand.width = std::min(demand.width, up + down);
  return demand;
}

std::vector<std::size_t> largest_first(const SuppressionProblem& problem) {
  std::vector<std::size_t> order(problem.demands.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto size = [&](std::size_t index) {
    const Demand& demand = problem.demands[index];
    return std::max({demand.up, demand.down, demand.width});
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t left, std::size_t right) { return size(left) > size(right); });
  return order;
}

Pattern incremental_suppression(const SuppressionProblem& problem, const Limit& limit, const Run& run) {
  Pattern pattern = problem.least();
  IncrementalSuppression incremental(problem, limit);
  for (const std::size_t demand : largest_first(problem)) {
    run.check_stop();
    incremental.meet(problem.demands[demand], pattern);
  }
  return publish_again(problem, std::move(pattern), limit, run);
}

}  // namespace sfumato::tables
