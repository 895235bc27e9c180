#include "tables/adjustment/direction_tree.hpp"

#include <algorithm>

#include "core/number_limits.hpp"

namespace sfumato::tables {
namespace {

constexpr double least_violation = 1e-6;
constexpr double settled = 1e-6;

// The least level of each demand, times the weight of its cell and of the lightest other one in each of its
// relations.
std::vector<double> branching_weights_of(const AdjustmentProblem& problem) {
  std::vector<double> price = problem.weight;
  for (std::size_t r = 0; r < problem.part->rows(); ++r) {
    double least = infinity, second = infinity;
    for (const AttackTerm& term : problem.part->row(r)) {
      if (problem.room_up[term.cell] <= 0 && problem.room_down[term.cell] <= 0) continue;
      second = std::min(second, std::max(least, problem.weight[term.cell]));
      least = std::min(least, problem.weight[term.cell]);
    }
    if (second == infinity) continue;
    for (const AttackTerm& term : problem.part->row(r)) {
      price[term.cell] += problem.weight[term.cell] <= least ? second : least;
    }
  }
  std::vector<double> branching_weights;
  for (const MoveDemand& demand : problem.demands) {
    branching_weights.push_back(std::min(demand.up, demand.down) * price[demand.place]);
  }
  return branching_weights;
}

}  // namespace

DirectionProgram::DirectionProgram(const AdjustmentModel& model, const optimize::SolverOptions& options,
                                   double longest)
    : model_(model),
      solver_(model.directions(false), options),
      longest_(longest),
      branching_weights_(branching_weights_of(model.problem())),
      used_(model.problem().part->rows()) {
  for (std::size_t r = 0; r < used_.size(); ++r) used_[r].resize(model.problem().part->row(r).size(), 0);
}

void DirectionProgram::fix(const Fixed& fixed) {
  for (const auto& [demand, up] : fixed_) {
    const MoveDemand& move = model_.problem().demands[demand];
    solver_.set_bounds(model_.direction_column(demand), move.can_down ? 0 : 1, move.can_up ? 1 : 0);
  }
  fixed_ = fixed;
  for (const auto& [demand, up] : fixed_) {
    solver_.set_bounds(model_.direction_column(demand), up ? 1 : 0, up ? 1 : 0);
  }
}

bool DirectionProgram::add_cuts(std::span<const double> values) {
  std::vector<AdjustmentModel::SpreadCut> violated;
  for (std::size_t r = 0; r < used_.size(); ++r) {
    const std::span<const AttackTerm> row = model_.problem().part->row(r);
    for (std::size_t k = 0; k < row.size(); ++k) {
      const AdjustmentModel::SpreadCut cut{r, row[k]};
      if (used_[r][k] != 0 || model_.violation(cut, values) <= least_violation) continue;
      used_[r][k] = 1;
      violated.push_back(cut);
    }
  }
  add_cuts(violated);
  return !violated.empty();
}

void DirectionProgram::add_cuts(const std::vector<AdjustmentModel::SpreadCut>& cuts) {
  if (cuts.empty()) return;
  std::vector<std::size_t> starts{0};
  std::vector<optimize::Entry> entries;
  for (const AdjustmentModel::SpreadCut& cut : cuts) {
    const std::vector<optimize::Entry> each = model_.entries(cut);
    entries.insert(entries.end(), each.begin(), each.end());
    starts.push_back(entries.size());
  }
  const std::vector<double> lower(cuts.size(), -infinity), upper(cuts.size(), 0.0);
  solver_.add_rows(lower, upper, starts, entries);
  cuts_.insert(cuts_.end(), cuts.begin(), cuts.end());
}

double DirectionProgram::doubt(std::size_t demand, std::span<const double> values) const {
  const MoveDemand& move = model_.problem().demands[demand];
  if (!move.can_up || !move.can_down) return 0;
  const double share = values[model_.direction_column(demand)];
  if (std::min(share, 1 - share) <= settled) return 0;
  return share * (1 - share) * branching_weights_[demand];
}

std::size_t DirectionProgram::most_undecided(std::span<const double> values) const {
  std::size_t most = no_column;
  double worst = 0;
  for (std::size_t i = 0; i < model_.problem().demands.size(); ++i) {
    const double own = doubt(i, values);
    if (own <= worst) continue;
    worst = own;
    most = i;
  }
  return most;
}

std::vector<std::vector<std::size_t>> near_demands(const AdjustmentProblem& problem, std::size_t size) {
  std::vector<std::size_t> demand_at(problem.weight.size(), no_column);
  for (std::size_t i = 0; i < problem.demands.size(); ++i) demand_at[problem.demands[i].place] = i;
  std::vector<std::vector<std::size_t>> neighbours(problem.demands.size());
  for (std::size_t r = 0; r < problem.part->rows(); ++r) {
    std::vector<std::size_t> here;
    for (const AttackTerm& term : problem.part->row(r)) {
      if (demand_at[term.cell] != no_column) here.push_back(demand_at[term.cell]);
    }
    for (const std::size_t i : here) neighbours[i].insert(neighbours[i].end(), here.begin(), here.end());
  }
  std::vector<std::vector<std::size_t>> blocks;
  for (std::size_t i = 0; i < neighbours.size(); i += size / 2) {
    std::vector<std::size_t> block{i};
    const auto add = [&](std::size_t other) {
      if (block.size() < size && std::find(block.begin(), block.end(), other) == block.end()) {
        block.push_back(other);
      }
    };
    for (const std::size_t other : neighbours[i]) add(other);
    for (std::size_t k = 1; k < neighbours.size() && block.size() < size; ++k) {
      add((i + k) % neighbours.size());
    }
    blocks.push_back(block);
  }
  return blocks;
}

}  // namespace sfumato::tables
