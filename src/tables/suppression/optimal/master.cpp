#include "tables/suppression/optimal/master.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_limits.hpp"
#include "tables/audit/attack_program.hpp"

namespace sfumato::tables {
namespace {

// The solver's tolerances are absolute: costs of 1e9 and more would need more digits than a double has. A
// power of two, so that scaling is exact.
double cost_scale(const CutSystem& system) {
  constexpr double largest_cost = 1e6;
  double largest = 0;
  for (const double cost : system.cost) largest = std::max(largest, cost);
  return largest > largest_cost ? std::exp2(std::ceil(std::log2(largest / largest_cost))) : 1.0;
}

}  // namespace

Master::Master(const CutSystem& system, const Limit& limit, const Run& run)
    : system_(system),
      limit_(limit),
      run_(run),
      scale_(cost_scale(system)),
      lower_(system.size(), 0.0),
      upper_(system.size(), 1.0) {
  for (std::size_t i = 0; i < system.size(); ++i) lower_[i] = system.hidden[i] ? 1.0 : 0.0;
  load();
}

void Master::load() {
  optimize::Model model;
  for (std::size_t i = 0; i < system_.size(); ++i) {
    model.add_column(system_.cost[i] / scale_, lower_[i], upper_[i]);
  }
  for (const Cut& cut : cuts_) model.add_row(cut.least, infinity, cut.entries);
  solver_.emplace(model, optimize::SolverOptions{.stopped = stop_asked(run_)});
}

std::size_t Master::add(std::span<const Cut> cuts) {
  std::vector<double> least, most;
  std::vector<std::size_t> starts;
  std::vector<optimize::Entry> entries;
  for (const Cut& cut : cuts) {
    if (!pool_.add(cut)) continue;
    least.push_back(cut.least);
    most.push_back(infinity);
    starts.push_back(entries.size());
    entries.insert(entries.end(), cut.entries.begin(), cut.entries.end());
    cuts_.push_back(cut);
    slack_.push_back(0);
  }
  if (!least.empty()) solver_->add_rows(least, most, starts, entries);
  return least.size();
}

void Master::limit(std::size_t cell, double lower, double upper) {
  if (lower_[cell] == lower && upper_[cell] == upper) return;
  lower_[cell] = lower;
  upper_[cell] = upper;
  solver_->set_bounds(cell, lower, upper);
}

Relaxation Master::solve() {
  Relaxation relaxation;
  optimize::Solution solution = solver_->solve(limit_);
  if (solution.outcome == optimize::Outcome::failed) {
    solver_->forget();
    solution = solver_->solve(limit_);
  }
  if (solution.outcome == optimize::Outcome::infeasible) {
    relaxation.solved = relaxation.infeasible = true;
    return relaxation;
  }
  if (solution.outcome != optimize::Outcome::optimal || !solution.has_values) return relaxation;
  relaxation.solved = true;
  relaxation.x = std::move(solution.values);
  for (std::size_t i = 0; i < system_.size(); ++i) {
    relaxation.x[i] = std::clamp(relaxation.x[i], lower_[i], upper_[i]);
    if (relaxation.x[i] < 1e-9) relaxation.x[i] = 0;
    if (relaxation.x[i] > 1 - 1e-9) relaxation.x[i] = 1;
  }
  judge(solution, relaxation);
  return relaxation;
}

// For any y >= 0, cost·x >= Σ y·least + Σ (cost − Aᵀy) x, and each summand is least at a bound of x (Neumaier
// & Shcherbina 2004).
void Master::judge(const optimize::Solution& solution, Relaxation& relaxation) {
  relaxation.reduced_costs = system_.cost;
  for (std::size_t k = 0; k < cuts_.size(); ++k) {
    const double dual = std::max(0.0, scale_ * solution.row_duals[k]);
    slack_[k] = dual > 0 ? 0 : slack_[k] + 1;
    if (dual == 0) continue;
    relaxation.bound += dual * cuts_[k].least;
    for (const optimize::Entry& entry : cuts_[k].entries) {
      relaxation.reduced_costs[entry.column] -= dual * entry.coefficient;
    }
  }
  for (std::size_t i = 0; i < system_.size(); ++i) {
    const double reduced = relaxation.reduced_costs[i];
    relaxation.bound += reduced * (reduced > 0 ? lower_[i] : upper_[i]);
  }
}

void Master::purge(unsigned most_solves) {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < cuts_.size(); ++k) {
    if (slack_[k] > most_solves) {
      pool_.remove(cuts_[k]);
      continue;
    }
    if (kept != k) {
      cuts_[kept] = std::move(cuts_[k]);
      slack_[kept] = slack_[k];
    }
    ++kept;
  }
  if (kept == cuts_.size()) return;
  cuts_.resize(kept);
  slack_.resize(kept);
  load();
}

}  // namespace sfumato::tables
