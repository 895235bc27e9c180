// Separate programs of an adjustment: the integer program, and which demands no table can meet.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "optimize/solver.hpp"
#include "tables/adjustment/adjustment_model.hpp"
#include "tables/adjustment/adjustment_program.hpp"
#include "tables/audit/attack_program.hpp"

namespace sfumato::tables {
namespace {

using optimize::Outcome;

constexpr double rounding_tolerance = 1e-7;
constexpr int rounds_together = 4;

// As many demands as can be met at once, all upwards, then of the others all downwards, and so on: one
// program replaces most programs for a single demand.
std::vector<std::uint8_t> reached_together(const AdjustmentModel& model, const Run& run) {
  const std::vector<MoveDemand>& demands = model.problem().demands;
  std::vector<std::uint8_t> reached(demands.size(), 0);
  for (int round = 0; round < rounds_together; ++round) {
    run.check_stop();
    const bool up = round % 2 == 0;
    optimize::Model all = model.deviations();
    std::fill(all.cost.begin(), all.cost.end(), 0.0);
    for (std::size_t i = 0; i < demands.size(); ++i) {
      if (reached[i] != 0 || !(up ? demands[i].can_up : demands[i].can_down)) continue;
      const double level = (up ? demands[i].up : demands[i].down) / model.scale();
      const std::size_t column = model.deviation_column(i, up), other = model.deviation_column(i, !up);
      all.cost[column] = -1 / level;
      all.upper[column] = level;
      if (other != no_column) all.upper[other] = 0;
    }
    const optimize::Solution solution =
        optimize::Solver(all, {.presolve = true, .stopped = stop_asked(run)}).solve();
    if (!solution.has_values) continue;
    const std::vector<double> deviations = model.deviations_of(solution.values);
    for (std::size_t i = 0; i < demands.size(); ++i) {
      const double moved = deviations[demands[i].place];
      if (moved >= demands[i].up * (1 - 1e-9) || -moved >= demands[i].down * (1 - 1e-9)) reached[i] = 1;
    }
  }
  return reached;
}

}  // namespace

AdjustmentProposal nearest_adjusted_whole(const AdjustmentProblem& problem, std::span<const double> start,
                                          const optimize::Limit& limit, double gap, const Run& run) {
  run.check_stop();
  const AdjustmentModel model(problem);
  AdjustmentProposal proposal;
  if (model.scale() != 1 || limit.over()) return proposal;
  optimize::Model whole = model.directions(true);
  std::fill(whole.whole.begin(), whole.whole.end(), std::uint8_t{1});
  optimize::Solver solver(
      whole,
      {.relative_gap = gap, .tolerance = rounding_tolerance, .presolve = true, .stopped = stop_asked(run)});
  if (!start.empty()) solver.suggest(model.columns_of(start));
  const optimize::Solution solution = solver.solve(limit);
  proposal.infeasible = solution.outcome == Outcome::infeasible;
  if (!solution.has_values) return proposal;
  proposal.found = true;
  proposal.distance = model.distance(solution.objective);
  proposal.bound = model.distance(solution.bound);
  proposal.deviations = model.deviations_of(solution.values);
  for (double& deviation : proposal.deviations) deviation = std::round(deviation);
  return proposal;
}

std::vector<std::size_t> unreachable_demands(const AdjustmentProblem& problem, const Run& run) {
  const AdjustmentModel model(problem);
  optimize::Model plain = model.deviations();
  std::fill(plain.cost.begin(), plain.cost.end(), 0.0);
  optimize::Solver solver(plain, {.stopped = stop_asked(run)});
  const std::vector<std::uint8_t> reached = reached_together(model, run);
  std::vector<std::size_t> unreachable;
  for (std::size_t i = 0; i < problem.demands.size(); ++i) {
    if (reached[i] != 0) continue;
    bool possible = false;
    for (const bool up : {true, false}) {
      if (possible || !(up ? problem.demands[i].can_up : problem.demands[i].can_down)) continue;
      run.check_stop();
      model.direct(solver, i, up);
      possible = solver.solve().outcome != Outcome::infeasible;
    }
    model.release(solver, i);
    if (!possible) unreachable.push_back(i);
  }
  return unreachable;
}

}  // namespace sfumato::tables
