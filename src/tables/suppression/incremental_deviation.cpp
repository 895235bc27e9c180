#include "tables/suppression/incremental_deviation.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_limits.hpp"

namespace sfumato::tables {
namespace {

// Added to every cell's price, as a share of a typical cost: among patterns of equal cost the one with fewer
// cells is better.
constexpr double price_of_any_cell = 1e-3;
constexpr double costliest = 1e7;
// A cell too small to move by the required amount costs more per unit, up to a limit.
constexpr double largest_surcharge = 1e4;
// Moves below this share of the required amount are rounding of the solver.
constexpr double smallest_share = 1e-8;

// The smallest demanded amount, unless it is negligible relative to the largest.
double unit_of(const SuppressionProblem& problem) {
  double least = infinity, most = 0;
  for (const Demand& demand : problem.demands) {
    for (const double amount : {demand.down, demand.up, demand.width}) {
      if (amount > 0) least = std::min(least, amount);
      most = std::max(most, amount);
    }
  }
  return std::isfinite(least) ? std::max(least, 1e-6 * most) : 1;
}

double typical_cost(const SuppressionProblem& problem) {
  std::vector<double> costs;
  for (const double cost : problem.cost) {
    if (cost > 0) costs.push_back(cost);
  }
  if (costs.empty()) return 1;
  const auto middle = costs.begin() + static_cast<std::ptrdiff_t>(costs.size() / 2);
  std::nth_element(costs.begin(), middle, costs.end());
  return *middle;
}

}  // namespace

DeviationProgram::DeviationProgram(const SuppressionProblem& problem, const Pattern& movable,
                                   const optimize::Limit& limit)
    : problem_(problem),
      counted_(limit.without_end()),
      unit_(unit_of(problem)),
      place_(problem.cells(), problem.cells()) {
  const double typical = typical_cost(problem);
  for (std::size_t cell = 0; cell < problem.cells(); ++cell) {
    if (!movable[cell] || problem.choice[cell] == Choice::published) continue;
    place_[cell] = cells_.size();
    cells_.push_back(cell);
    const double price = std::min(problem.cost[cell] / typical, costliest) + price_of_any_cell;
    price_.push_back(problem.choice[cell] == Choice::hidden ? 0 : price);
    columns_.push_back({problem.room_up[cell] / unit_, price_.back()});
    columns_.push_back({problem.room_down[cell] / unit_, price_.back()});
  }
  held_.assign(cells_.size(), 0);
}

optimize::Model DeviationProgram::model() const {
  optimize::Model model;
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    model.add_column(columns_[column].weight, 0, held_[column / 2] ? 0 : columns_[column].room);
  }
  std::vector<optimize::Entry> entries;
  for (std::size_t row = 0; row < problem_.rows(); ++row) {
    entries.clear();
    for (std::size_t entry = problem_.row_starts[row]; entry < problem_.row_starts[row + 1]; ++entry) {
      const std::size_t place = place_[problem_.row_cells[entry]];
      if (place == problem_.cells()) continue;
      entries.push_back({2 * place, problem_.row_coefficients[entry]});
      entries.push_back({2 * place + 1, -problem_.row_coefficients[entry]});
    }
    if (!entries.empty()) model.add_row(0, 0, entries);
  }
  return model;
}

void DeviationProgram::set_room(std::size_t column, bool closed) {
  if (solver_) solver_->set_bounds(column, 0, closed ? 0 : columns_[column].room);
}

void DeviationProgram::make_free(std::size_t cell) {
  if (place_[cell] != problem_.cells()) price_[place_[cell]] = 0;
}

void DeviationProgram::hold(std::size_t cell) {
  const std::size_t place = place_[cell];
  if (place == problem_.cells() || held_[place]++ > 0) return;
  for (const std::size_t column : {2 * place, 2 * place + 1}) set_room(column, true);
}

void DeviationProgram::release(std::size_t cell) {
  const std::size_t place = place_[cell];
  if (place == problem_.cells() || --held_[place] > 0) return;
  for (const std::size_t column : {2 * place, 2 * place + 1}) set_room(column, false);
}

void DeviationProgram::become(std::size_t attacker) {
  if (attacker == attacker_) return;
  for (const std::size_t cell : problem_.attackers[attacker_]) release(cell);
  for (const std::size_t cell : problem_.attackers[attacker]) hold(cell);
  attacker_ = attacker;
}

void DeviationProgram::set_weights(double size) {
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    Column& own = columns_[column];
    double weight = price_[column / 2];
    if (weight > 0 && own.room < size) {
      weight *= own.room > 0 ? std::min(size / own.room, largest_surcharge) : 1;
    }
    if (weight == own.weight) continue;
    own.weight = weight;
    if (solver_) solver_->set_cost(column, weight);
  }
}

Deviation DeviationProgram::deviation_of(const std::vector<double>& values, double size) const {
  Deviation deviation;
  for (std::size_t place = 0; place < cells_.size(); ++place) {
    const double amount = values[2 * place] - values[2 * place + 1];
    if (std::abs(amount) <= smallest_share * size) continue;
    deviation.cells.push_back(cells_[place]);
    deviation.amounts.push_back(amount * unit_);
  }
  return deviation;
}

std::optional<Deviation> DeviationProgram::cheapest(std::size_t cell, double amount, std::size_t attacker) {
  become(attacker);
  const std::size_t place = place_[cell];
  const double size = std::abs(amount) / unit_;
  if (place == problem_.cells() || held_[place] != 0) return std::nullopt;
  const std::size_t along = 2 * place + (amount > 0 ? 0 : 1);
  const std::size_t against = 2 * place + (amount > 0 ? 1 : 0);
  if (columns_[along].room < size * (1 - 1e-9)) return std::nullopt;
  set_weights(size);
  if (!solver_) solver_.emplace(model());
  const double reach = std::min(size, columns_[along].room);
  solver_->set_bounds(along, reach, reach);
  solver_->set_bounds(against, 0, 0);
  // From the zero deviation the dual method needs few iterations, as the prices are not negative; from the
  // last demand's basis it needs many.
  solver_->forget();
  const optimize::Solution solution = solver_->solve(counted_);
  set_room(along, false);
  set_room(against, false);
  if (solution.outcome != optimize::Outcome::optimal || !solution.has_values) return std::nullopt;
  return deviation_of(solution.values, size);
}

double DeviationProgram::farthest(std::size_t cell, int sign, std::size_t attacker) const {
  const std::size_t place = place_[cell];
  if (place == problem_.cells()) return 0;
  optimize::Model own = model();
  std::fill(own.cost.begin(), own.cost.end(), 0);
  const auto set_known = [&](std::size_t other, bool known) {
    if (place_[other] == problem_.cells()) return;
    for (const std::size_t column : {2 * place_[other], 2 * place_[other] + 1}) {
      own.upper[column] = known ? 0 : columns_[column].room;
    }
  };
  for (const std::size_t known : problem_.attackers[attacker_]) set_known(known, false);
  for (const std::size_t known : problem_.attackers[attacker]) set_known(known, true);
  own.sense = optimize::Sense::maximize;
  const std::size_t along = 2 * place + (sign > 0 ? 0 : 1);
  own.cost[along] = 1;
  own.upper[2 * place + (sign > 0 ? 1 : 0)] = 0;
  if (own.upper[along] == 0) return 0;
  optimize::Solver solver(own, {.presolve = true});
  const optimize::Solution solution = solver.solve(counted_);
  if (solution.outcome == optimize::Outcome::unbounded) return infinity;
  return solution.has_values ? std::max(0.0, solution.objective) * unit_ : 0;
}

bool is_suppressed(const Pattern& pattern, const Deviation& deviation) {
  return std::all_of(deviation.cells.begin(), deviation.cells.end(),
                     [&](std::size_t cell) { return pattern[cell] != 0; });
}

SeenDeviations::SeenDeviations(const SuppressionProblem& problem)
    : problem_(problem),
      up_(problem.cells(), 0),
      down_(problem.cells(), 0),
      up_source_(problem.cells(), 0),
      down_source_(problem.cells(), 0) {}

// Scaled up to the bound of the most restrictive cell, in both directions.
void SeenDeviations::learn(const Deviation& deviation) {
  double forwards = infinity, backwards = infinity;
  for (std::size_t i = 0; i < deviation.cells.size(); ++i) {
    const std::size_t cell = deviation.cells[i];
    const double amount = deviation.amounts[i];
    const double ahead = amount > 0 ? problem_.room_up[cell] : problem_.room_down[cell];
    const double behind = amount > 0 ? problem_.room_down[cell] : problem_.room_up[cell];
    forwards = std::min(forwards, ahead / std::abs(amount));
    backwards = std::min(backwards, behind / std::abs(amount));
  }
  for (std::size_t i = 0; i < deviation.cells.size(); ++i) {
    const std::size_t cell = deviation.cells[i];
    const double size = std::abs(deviation.amounts[i]);
    const auto reach = [&](bool above, double distance) {
      double& seen = above ? up_[cell] : down_[cell];
      if (distance <= seen) return;
      seen = distance;
      (above ? up_source_ : down_source_)[cell] = learnt_;
    };
    reach(deviation.amounts[i] > 0, size * forwards);
    reach(deviation.amounts[i] < 0, size * backwards);
  }
  ++learnt_;
}

bool SeenDeviations::reaches(std::size_t cell, double amount) const {
  const double seen = amount > 0 ? up_[cell] : down_[cell];
  return seen >= std::abs(amount) * (1 - 1e-9);
}

}  // namespace sfumato::tables
