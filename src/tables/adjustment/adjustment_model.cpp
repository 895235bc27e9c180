#include "tables/adjustment/adjustment_model.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_limits.hpp"

namespace sfumato::tables {
namespace {

// Levels are scaled down to this size.
constexpr double largest_scaled_level = 1e4;
// Rooms above this multiple of the sum of all levels are treated as infinite.
constexpr double room_factor = 4;

}  // namespace

AdjustmentModel::AdjustmentModel(const AdjustmentProblem& problem) : problem_(problem) {
  double largest = 0, sum = 0, weight = 0;
  for (const MoveDemand& demand : problem.demands) {
    largest = std::max({largest, demand.up, demand.down});
    sum += std::max(demand.up, demand.down);
  }
  for (const double each : problem.weight) weight = std::max(weight, each);
  while (largest / scale_ > largest_scaled_level) scale_ *= 10;
  if (weight > 0) weight_scale_ = weight;
  most_ = room_factor * sum / scale_;
  std::size_t columns = 0;
  for (std::size_t i = 0; i < problem.weight.size(); ++i) {
    up_.push_back(problem.room_up[i] > 0 ? columns++ : no_column);
    down_.push_back(problem.room_down[i] > 0 ? columns++ : no_column);
  }
  first_direction_ = columns;
  first_spread_ = columns + problem.demands.size();
}

double AdjustmentModel::room(std::size_t place, bool up) const {
  return (up ? problem_.room_up[place] : problem_.room_down[place]) / scale_;
}

optimize::Model AdjustmentModel::deviations() const {
  optimize::Model model;
  for (std::size_t i = 0; i < up_.size(); ++i) {
    const double cost = problem_.weight[i] / weight_scale_;
    if (up_[i] != no_column) model.add_column(cost, 0, room(i, true));
    if (down_[i] != no_column) model.add_column(cost, 0, room(i, false));
  }
  std::vector<optimize::Entry> row;
  for (std::size_t r = 0; r < problem_.part->rows(); ++r) {
    row.clear();
    for (const AttackTerm& term : problem_.part->row(r)) {
      if (up_[term.cell] != no_column) row.push_back({up_[term.cell], term.coefficient});
      if (down_[term.cell] != no_column) row.push_back({down_[term.cell], -term.coefficient});
    }
    model.add_row(0, 0, row);
  }
  return model;
}

void AdjustmentModel::direct(optimize::Solver& solver, std::size_t demand, bool up) const {
  const MoveDemand& move = problem_.demands[demand];
  const std::size_t chosen = up ? up_[move.place] : down_[move.place];
  const std::size_t other = up ? down_[move.place] : up_[move.place];
  if (other != no_column) solver.set_bounds(other, 0, 0);
  solver.set_bounds(chosen, (up ? move.up : move.down) / scale_, room(move.place, up));
}

void AdjustmentModel::release(optimize::Solver& solver, std::size_t demand) const {
  const std::size_t place = problem_.demands[demand].place;
  if (up_[place] != no_column) solver.set_bounds(up_[place], 0, room(place, true));
  if (down_[place] != no_column) solver.set_bounds(down_[place], 0, room(place, false));
}

// up >= level · direction, up <= most · direction; the same downwards with 1 − direction.
void AdjustmentModel::add_links(optimize::Model& model, std::size_t demand) const {
  const MoveDemand& move = problem_.demands[demand];
  const std::size_t direction = direction_column(demand);
  for (const bool up : {true, false}) {
    const std::size_t column = up ? up_[move.place] : down_[move.place];
    if (column == no_column || !(up ? move.can_up : move.can_down)) {
      if (column != no_column) model.upper[column] = 0;
      continue;
    }
    const double level = (up ? move.up : move.down) / scale_;
    const double most = std::max(level, std::min(most_, room(move.place, up)));
    model.upper[column] = most;
    for (const bool at_least : {true, false}) {
      const double times = at_least ? level : most;
      const optimize::Entry row[] = {{column, 1}, {direction, up ? -times : times}};
      const double right = up ? 0 : times;
      model.add_row(at_least ? right : -infinity, at_least ? infinity : right, row);
    }
  }
}

optimize::Model AdjustmentModel::directions(bool whole) const {
  optimize::Model model = deviations();
  for (const MoveDemand& move : problem_.demands) {
    model.add_column(0, move.can_down ? 0 : 1, move.can_up ? 1 : 0, whole);
  }
  for (std::size_t r = 0; r < problem_.part->rows(); ++r) model.add_column(0, 0, infinity);
  for (std::size_t demand = 0; demand < problem_.demands.size(); ++demand) add_links(model, demand);
  std::vector<optimize::Entry> row;
  for (std::size_t r = 0; r < problem_.part->rows(); ++r) {
    row.assign(1, {first_spread_ + r, -1});
    for (const AttackTerm& term : problem_.part->row(r)) {
      const std::size_t plus = term.coefficient > 0 ? up_[term.cell] : down_[term.cell];
      if (plus != no_column) row.push_back({plus, std::abs(term.coefficient)});
    }
    model.add_row(0, 0, row);
  }
  return model;
}

std::vector<optimize::Entry> AdjustmentModel::entries(const SpreadCut& cut) const {
  std::vector<optimize::Entry> row{{first_spread_ + cut.row, -1}};
  for (const std::size_t column : {up_[cut.term.cell], down_[cut.term.cell]}) {
    if (column != no_column) row.push_back({column, std::abs(cut.term.coefficient)});
  }
  return row;
}

double AdjustmentModel::violation(const SpreadCut& cut, std::span<const double> values) const {
  double moved = 0;
  for (const std::size_t column : {up_[cut.term.cell], down_[cut.term.cell]}) {
    if (column != no_column) moved += std::abs(cut.term.coefficient) * values[column];
  }
  return moved - values[first_spread_ + cut.row];
}

std::vector<double> AdjustmentModel::deviations_of(std::span<const double> values) const {
  std::vector<double> deviations(up_.size(), 0.0);
  for (std::size_t i = 0; i < up_.size(); ++i) {
    if (up_[i] != no_column) deviations[i] += values[up_[i]] * scale_;
    if (down_[i] != no_column) deviations[i] -= values[down_[i]] * scale_;
  }
  return deviations;
}

std::vector<double> AdjustmentModel::columns_of(std::span<const double> deviations) const {
  std::vector<double> values(first_spread_ + problem_.part->rows(), 0.0);
  for (std::size_t i = 0; i < up_.size(); ++i) {
    if (up_[i] != no_column) values[up_[i]] = std::max(0.0, deviations[i]) / scale_;
    if (down_[i] != no_column) values[down_[i]] = std::max(0.0, -deviations[i]) / scale_;
  }
  for (std::size_t demand = 0; demand < problem_.demands.size(); ++demand) {
    values[direction_column(demand)] = deviations[problem_.demands[demand].place] > 0 ? 1 : 0;
  }
  for (std::size_t r = 0; r < problem_.part->rows(); ++r) {
    for (const AttackTerm& term : problem_.part->row(r)) {
      values[first_spread_ + r] += std::max(0.0, term.coefficient * deviations[term.cell]) / scale_;
    }
  }
  return values;
}

}  // namespace sfumato::tables
