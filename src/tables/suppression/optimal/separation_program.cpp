#include "tables/suppression/optimal/separation_program.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_limits.hpp"
#include "tables/suppression/optimal/deviation_program.hpp"

namespace sfumato::tables {
namespace {

// The solver's multipliers are rounded to this fraction (a multiple of 1 to 12), in which sums are exact.
constexpr double fraction = 27720;

// max d(cell) over the deviations d that keep the relations.
optimize::Model model_by_rows(const CutSystem& system, const std::optional<Elimination>& elimination) {
  optimize::Model model;
  model.sense = optimize::Sense::maximize;
  for (std::size_t i = 0; i < system.size(); ++i) model.add_column(0, 0, 0);
  add_relations(model, system, elimination, DeviationColumns::one);
  return model;
}

// Its dual over the free cells, min Σ room · rest with Nᵀ rest = N(cell): columns 2i for a rest above 0 and
// 2i + 1 for one below.
optimize::Model model_by_freedom(const CutSystem& system, const Elimination& elimination) {
  optimize::Model model;
  FreeCellRows rows(elimination);
  for (std::size_t i = 0; i < system.size(); ++i) {
    for (const double sign : {1.0, -1.0}) rows.add(model.add_column(0, 0, infinity), i, sign);
  }
  rows.add_to(model);
  return model;
}

}  // namespace

AttackerProgram::AttackerProgram(const CutSystem& system, const std::optional<Elimination>& elimination)
    : system_(system),
      freedom_(freedom_of(elimination)),
      elimination_(elimination ? &*elimination : nullptr),
      down_(system.size(), 0),
      up_(system.size(), 0),
      solver_(freedom_ ? model_by_freedom(system, *freedom_) : model_by_rows(system, elimination)) {}

void AttackerProgram::set_rooms(std::size_t cell, double down, double up) {
  if (down_[cell] == down && up_[cell] == up) return;
  if (freedom_) {
    pass_price(2 * cell, up_[cell], up);
    pass_price(2 * cell + 1, down_[cell], down);
  } else {
    solver_.set_bounds(cell, -down, up);
  }
  down_[cell] = down;
  up_[cell] = up;
}

void AttackerProgram::pass_price(std::size_t column, double before, double now) {
  if (before == now) return;
  solver_.set_cost(column, std::isinf(now) ? 0.0 : now);
  if (std::isinf(before) != std::isinf(now)) {
    solver_.set_bounds(column, 0, std::isinf(now) ? 0.0 : infinity);
  }
}

void AttackerProgram::ask(std::size_t cell, bool up, bool on) {
  if (!freedom_) return solver_.set_cost(cell, !on ? 0 : up ? 1 : -1);
  for (const CutSystem::Term& term : freedom_->of(cell)) {
    const double right = !on ? 0 : up ? term.coefficient : -term.coefficient;
    solver_.set_row_bounds(term.index, right, right);
  }
}

std::optional<Attack> AttackerProgram::most(std::size_t cell, bool up, double enough,
                                            const optimize::Limit& limit) {
  const double down_before = down_[cell], up_before = up_[cell];
  set_rooms(cell, up ? down_before : std::min(enough, down_before),
            up ? std::min(enough, up_before) : up_before);
  ask(cell, up, true);
  // Without a basis the dual method is fast for that program; from an old basis it needs more iterations.
  if (freedom_) solver_.forget();
  std::optional<Attack> attack = solved(cell, up, limit);
  if (!attack) {
    solver_.forget();
    attack = solved(cell, up, limit);
  }
  ask(cell, up, false);
  set_rooms(cell, down_before, up_before);
  return attack;
}

std::optional<Attack> AttackerProgram::solved(std::size_t cell, bool up, const optimize::Limit& limit) {
  optimize::Solution solution = solver_.solve(limit);
  if (solution.outcome != optimize::Outcome::optimal || !solution.has_values) return std::nullopt;
  Attack attack;
  if (freedom_) {
    attack.rests = rests_by_freedom(cell, up, solution.values);
    attack.deviations = all_deviations(*freedom_, system_.size(), solution.row_duals);
  } else {
    attack.rests = rests_by_rows(cell, up, solution.row_duals);
    attack.deviations = std::move(solution.values);
  }
  attack.reached = up ? attack.deviations[cell] : -attack.deviations[cell];
  if (!trusted(attack, solution.objective)) return std::nullopt;
  attack.reached = std::max(0.0, attack.reached);
  return attack;
}

// A solver that starts from an old basis may fail; its result must at least be a feasible attack.
bool AttackerProgram::trusted(const Attack& attack, double objective) const {
  const double slack = 1e-7 * std::max(1.0, std::abs(objective));
  if (std::abs(attack.reached - objective) > slack) return false;
  for (std::size_t i = 0; i < system_.size(); ++i) {
    if (attack.deviations[i] > up_[i] + slack || attack.deviations[i] < -down_[i] - slack) return false;
  }
  return true;
}

// rest = e − Mᵀ multipliers.
std::vector<double> AttackerProgram::rests_by_rows(std::size_t cell, bool up,
                                                   const std::vector<double>& multipliers) const {
  std::vector<double> rests(system_.size(), 0.0);
  rests[cell] = up ? fraction : -fraction;
  for (std::size_t k = 0; k < multipliers.size(); ++k) {
    const double multiplier = std::round(multipliers[k] * fraction);
    if (multiplier == 0) continue;
    for (const CutSystem::Term& term : system_.row(elimination_ ? elimination_->independent[k] : k)) {
      rests[term.index] -= term.coefficient * multiplier;
    }
  }
  for (double& rest : rests) rest /= fraction;
  return rests;
}

// The rests of all other cells are rounded, and those of the free ones follow from them.
std::vector<double> AttackerProgram::rests_by_freedom(std::size_t cell, bool up,
                                                      const std::vector<double>& values) const {
  std::vector<double> rests(system_.size(), 0.0), open(freedom_->free.size(), 0.0);
  for (const CutSystem::Term& term : freedom_->of(cell)) {
    open[term.index] += (up ? fraction : -fraction) * term.coefficient;
  }
  std::vector<std::uint8_t> is_free(system_.size(), 0);
  for (const std::size_t i : freedom_->free) is_free[i] = 1;
  for (std::size_t i = 0; i < system_.size(); ++i) {
    if (is_free[i]) continue;
    rests[i] = std::round((values[2 * i] - values[2 * i + 1]) * fraction);
    if (rests[i] == 0) continue;
    for (const CutSystem::Term& term : freedom_->of(i)) open[term.index] -= term.coefficient * rests[i];
  }
  for (std::size_t k = 0; k < open.size(); ++k) rests[freedom_->free[k]] = open[k];
  for (double& rest : rests) rest /= fraction;
  return rests;
}

}  // namespace sfumato::tables
