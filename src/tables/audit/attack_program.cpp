#include "tables/audit/attack_program.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/error.hpp"
#include "core/number_limits.hpp"
#include "tables/audit/independent_rows.hpp"

namespace sfumato::tables {
namespace {

// This many solutions are kept for the next attacker.
constexpr std::size_t most_remembered = 64;

// Above the first a double does not represent every integer. Below the second sums have spare digits.
constexpr double most_units = 0x1p53;
constexpr double wanted_units = 0x1p42;

// In parts this small a solver can handle redundant rows, and proofs that may use all rows are shorter.
constexpr std::size_t few_cells = 200;

std::vector<std::size_t> rows_to_solve(const AttackPart& part) {
  if (part.cells.size() >= few_cells) return independent_rows(part);
  std::vector<std::size_t> all(part.rows());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

double finite_size(double bound) { return std::isinf(bound) ? 0 : std::abs(bound); }

// Bounds are integers, and so are most solutions up to the solver's rounding.
double without_rounding(double number) {
  const double nearest = std::round(number);
  return std::abs(number - nearest) <= 1e-8 * std::max(1.0, std::abs(number) * 1e-3) ? nearest : number;
}

double largest_bound(const AttackPart& part) {
  double largest = 1;
  for (const double bound : part.lower) largest = std::max(largest, finite_size(bound));
  for (const double bound : part.upper) largest = std::max(largest, finite_size(bound));
  return largest;
}

}  // namespace

std::function<bool()> stop_asked(const Run& run) {
  return [&run] {
    try {
      run.check_stop();
    } catch (const Error&) {
      return true;
    }
    return false;
  };
}

void coarsen(AttackPart& part) {
  const double largest = largest_bound(part);
  if (largest <= most_units) return;
  double factor = 1;
  while (largest * factor > wanted_units) factor /= 2;
  part.scale *= factor;
  for (double& bound : part.lower) bound *= factor;
  for (double& bound : part.upper) bound *= factor;
  part.whole.assign(part.cells.size(), 0);
}

AttackProgram::AttackProgram(const AttackPart& part, const Run& run)
    : part_(part), run_(run), rows_(rows_to_solve(part)), lower_(part.lower), upper_(part.upper) {
  const double largest = largest_bound(part);
  any_whole_ = std::any_of(part.whole.begin(), part.whole.end(), [](auto mark) { return mark != 0; });
  for (const AttackTerm& term : part.terms) {
    unit_coefficients_ = unit_coefficients_ && std::abs(term.coefficient) == 1;
  }
  // Not finer than the doubles of that size, not coarser than a tenth of a unit.
  tolerance_ = std::clamp(1e-15 * largest, 1e-9, 1e-2);
  slack_ = std::max(1e-6, 10 * tolerance_);
  find_limits();
}

void AttackProgram::find_limits() {
  const OuterBounds outer = outer_bounds(part_, lower_, upper_);
  limit_[index(Side::up)] = outer.upper;
  limit_[index(Side::down)] = outer.lower;
  for (double& limit : limit_[index(Side::down)]) limit = -limit;
  for (auto& reached : reached_) reached.assign(part_.cells.size(), 0);
  limits_exact_ = part_.is_tree() && outer.settled && (!any_whole_ || unit_coefficients_);
  proven_.reset();
}

void AttackProgram::know(std::span<const std::size_t> cells) {
  const auto change = [&](std::size_t cell, double lower, double upper) {
    lower_[cell] = lower;
    upper_[cell] = upper;
    for (std::optional<optimize::Solver>* solver : {&linear_, &whole_}) {
      if (*solver) (*solver)->set_bounds(cell, lower, upper);
    }
  };
  for (const std::size_t cell : known_) change(cell, part_.lower[cell], part_.upper[cell]);
  known_.assign(cells.begin(), cells.end());
  for (const std::size_t cell : known_) change(cell, 0, 0);
  find_limits();
  recall();
}

void AttackProgram::remember(const std::vector<double>& deviations) {
  if (remembered_.size() < most_remembered) {
    remembered_.push_back(deviations);
  } else {
    remembered_[next_forgotten_++ % most_remembered] = deviations;
  }
}

// A solution of another attacker is valid here if it does not move the known cells.
void AttackProgram::recall() {
  for (const std::vector<double>& solution : remembered_) {
    const bool possible = std::all_of(known_.begin(), known_.end(), [&](std::size_t cell) {
      return std::abs(solution[cell]) <= tolerance_;
    });
    if (possible) learn_from(solution);
  }
}

double AttackProgram::own_limit(std::size_t cell, Side side) const {
  return side == Side::up ? upper_[cell] : -lower_[cell];
}

optimize::Model AttackProgram::model(bool whole) const {
  optimize::Model model;
  for (std::size_t i = 0; i < part_.cells.size(); ++i) {
    model.add_column(0, lower_[i], upper_[i], whole && part_.whole[i]);
  }
  std::vector<optimize::Entry> entries;
  for (const std::size_t row : rows_) {
    entries.clear();
    for (const AttackTerm& term : part_.row(row)) entries.push_back({term.cell, term.coefficient});
    model.add_row(0, 0, entries);
  }
  return model;
}

bool AttackProgram::fits(const std::vector<double>& deviations) const {
  for (std::size_t i = 0; i < deviations.size(); ++i) {
    if (deviations[i] < lower_[i] - slack_ || deviations[i] > upper_[i] + slack_) return false;
  }
  for (std::size_t row = 0; row < part_.rows(); ++row) {
    double sum = 0, size = 0;
    for (const AttackTerm& term : part_.row(row)) {
      sum += term.coefficient * deviations[term.cell];
      size = std::max(size, std::abs(term.coefficient));
    }
    if (std::abs(sum) > slack_ * size) return false;
  }
  return true;
}

// By weak duality no deviation of the cell exceeds Σ max(r·lower, r·upper) with r = c - Aᵀy, for any y: here
// the solver's duals. Whether that proves that the attained value is the maximum.
bool AttackProgram::proves(const std::vector<double>& duals, std::size_t cell, Side side,
                           double attained) const {
  std::vector<double> rest(part_.cells.size(), 0);
  const double sign = side == Side::up ? 1 : -1;
  rest[cell] = sign;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    if (duals[k] == 0) continue;
    for (const AttackTerm& term : part_.row(rows_[k])) rest[term.cell] -= sign * duals[k] * term.coefficient;
  }
  double bound = 0;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (std::abs(rest[i]) <= 1e-14) continue;
    const double end = rest[i] > 0 ? upper_[i] : lower_[i];
    if (std::isinf(end) && std::abs(rest[i]) <= 1e-8) continue;  // rounding of the solver
    bound += rest[i] * end;
  }
  return bound <= attained + slack_ + 1e-9 * std::abs(attained);
}

// The zero deviation is always feasible, so there are only two outcomes: optimal or unbounded. Each must be
// proved; a solver that fails is restarted once without a basis. Its second solution is accepted if feasible,
// since a feasible deviation is possible, whether or not a larger one exists.
std::optional<optimize::Solution> AttackProgram::attempt(optimize::Solver& solver, bool whole,
                                                         std::size_t cell, Side side) {
  for (const bool again : {false, true}) {
    run_.check_stop();
    if (again) solver.forget();
    optimize::Solution solution = solver.solve();
    ++solved_;
    run_.check_stop();
    if (solution.outcome == optimize::Outcome::unbounded && std::isinf(limit(cell, side))) return solution;
    if (solution.outcome != optimize::Outcome::optimal || !solution.has_values || !fits(solution.values))
      continue;
    if (again || whole || proves(solution.row_duals, cell, side, std::abs(solution.values[cell])))
      return solution;
  }
  return std::nullopt;
}

optimize::Solution AttackProgram::solve(std::optional<optimize::Solver>& solver, bool whole, std::size_t cell,
                                        Side side) {
  if (!solver) {
    solver.emplace(
        model(whole),
        optimize::SolverOptions{.tolerance = tolerance_, .presolve = whole, .stopped = stop_asked(run_)});
  }
  std::size_t& with_cost = whole ? whole_cost_ : linear_cost_;
  if (with_cost != cell) solver->set_cost(with_cost, 0);
  solver->set_cost(with_cost = cell, 1);
  solver->set_sense(side == Side::up ? optimize::Sense::maximize : optimize::Sense::minimize);
  if (std::optional<optimize::Solution> solution = attempt(*solver, whole, cell, side)) return *solution;
  // Badly scaled numbers: try a new solver with presolve and a larger row tolerance; its solution must still
  // be feasible.
  optimize::Solver other(
      model(whole),
      {.tolerance = std::max(tolerance_, 1e-7), .presolve = !whole, .stopped = stop_asked(run_)});
  other.set_cost(cell, 1);
  other.set_sense(side == Side::up ? optimize::Sense::maximize : optimize::Sense::minimize);
  if (std::optional<optimize::Solution> solution = attempt(other, whole, cell, side)) return *solution;
  throw Error(ErrorCode::internal, "the solver could not bound a suppressed cell",
              "report this error with the table's pattern and bounds");
}

void AttackProgram::settle(std::size_t cell, Side side) {
  double& reached = reached_[index(side)][cell];
  double& limit = limit_[index(side)][cell];
  if (limits_exact_ || reached >= limit - slack_ * 1e-3) {
    reached = limit;
    return;
  }
  if (settle_by_cycles(cell, side)) return;
  optimize::Solution solution = solve(linear_, false, cell, side);
  proven_ = {cell, side};
  duals_ = std::move(solution.row_duals);
  if (solution.outcome == optimize::Outcome::unbounded) {
    reached = limit = infinity;
    return;
  }
  const double attained = std::abs(without_rounding(solution.values[cell]));
  limit = std::min(limit, attained);
  learn_from(solution.values);
  remember(solution.values);
  if (any_whole_) {
    settle_whole(cell, side);
  } else {
    reached = limit;
  }
}

// Where cycles of cells reach the limit, no linear program is needed. Their deviations are valid for other
// cells too.
bool AttackProgram::settle_by_cycles(std::size_t cell, Side side) {
  run_.check_stop();
  if (!cycles_) cycles_.emplace(part_, lower_, upper_);
  const double goal = limit(cell, side);
  const std::vector<Deviation> moved = cycles_->push(cell, side == Side::up ? 1 : -1, goal, slack_ * 1e-3);
  for (const Deviation& one : moved) {
    if (part_.whole[one.place] && one.amount != std::round(one.amount)) return false;
  }
  for (const Deviation& one : moved) {
    const std::size_t side_index = index(one.amount < 0 ? Side::down : Side::up);
    double& reached = reached_[side_index][one.place];
    reached = std::max(reached, std::min(std::abs(one.amount), limit_[side_index][one.place]));
  }
  double& reached = reached_[index(side)][cell];
  if (reached < goal - slack_ * 1e-3) return false;
  reached = goal;
  return true;
}

void AttackProgram::show(std::span<const Deviation> deviation) {
  for (const double sign : {1.0, -1.0}) {
    const double factor = largest_multiple(part_, lower_, upper_, deviation, sign);
    for (const Deviation& one : deviation) {
      const std::size_t side_index = index(sign * one.amount < 0 ? Side::down : Side::up);
      double& reached = reached_[side_index][one.place];
      reached = std::max(reached, std::min(factor * std::abs(one.amount), limit_[side_index][one.place]));
    }
  }
}

// The linear bound, rounded inwards, is often attained by an integer solution; else an integer program
// decides.
void AttackProgram::settle_whole(std::size_t cell, Side side) {
  double& reached = reached_[index(side)][cell];
  double& limit = limit_[index(side)][cell];
  if (part_.whole[cell]) limit = std::floor(limit + slack_);
  if (reached < limit - slack_) {
    const optimize::Solution solution = solve(whole_, true, cell, side);
    if (solution.outcome != optimize::Outcome::unbounded) {
      learn_from(solution.values);
      limit = std::abs(without_rounding(solution.values[cell]));
    }
  }
  reached = limit;
}

void AttackProgram::learn_from(const std::vector<double>& deviations) {
  for (std::size_t i = 0; any_whole_ && i < deviations.size(); ++i) {
    if (part_.whole[i] && std::abs(deviations[i] - std::round(deviations[i])) > slack_) return;
  }
  for (std::size_t i = 0; i < deviations.size(); ++i) {
    const double deviation = part_.whole[i] ? std::round(deviations[i]) : deviations[i];
    const Side side = deviation < 0 ? Side::down : Side::up;
    double& reached = reached_[index(side)][i];
    reached = std::max(reached, std::min(std::abs(deviation), limit_[index(side)][i]));
  }
}

// The first relation that proves the limit alone, from the prior bounds.
std::optional<std::size_t> AttackProgram::single_proof(std::size_t cell, Side side) const {
  for (std::size_t row = 0; row < part_.rows(); ++row) {
    double own = 0;
    for (const AttackTerm& term : part_.row(row)) own += term.cell == cell ? term.coefficient : 0;
    if (own == 0) continue;
    // own·d = -Σ others, so the upper bound of d follows from the bounds of -c / own · d of the others.
    double most = 0;
    for (const AttackTerm& term : part_.row(row)) {
      if (term.cell == cell) continue;
      const double factor = (side == Side::up ? -1 : 1) * term.coefficient / own;
      most += factor * (factor > 0 ? upper_ : lower_)[term.cell];
    }
    if (most <= limit(cell, side) + slack_) return part_.relations[row];
  }
  return std::nullopt;
}

std::vector<std::size_t> AttackProgram::revealing(std::size_t cell, Side side) {
  if (limit(cell, side) >= own_limit(cell, side) - slack_) return {};
  if (const auto relation = single_proof(cell, side)) return {*relation};
  if (proven_ != std::pair(cell, side)) {
    duals_ = solve(linear_, false, cell, side).row_duals;
    proven_ = {cell, side};
  }
  std::vector<std::size_t> relations;
  for (std::size_t k = 0; k < duals_.size(); ++k) {
    if (std::abs(duals_[k]) > 1e-7) relations.push_back(part_.relations[rows_[k]]);
  }
  // Where the limit depends on integrality, no few relations prove it.
  if (relations.empty() && any_whole_) relations = part_.relations;
  std::sort(relations.begin(), relations.end());
  return relations;
}

}  // namespace sfumato::tables
