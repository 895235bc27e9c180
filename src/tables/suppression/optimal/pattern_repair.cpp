#include "tables/suppression/optimal/pattern_repair.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/number_limits.hpp"
#include "tables/suppression/optimal/deviation_program.hpp"

namespace sfumato::tables {
namespace {

// A small price for free cells, so that they move only if needed.
constexpr double least_price = 1e-6;

double finite(double room) { return std::isinf(room) ? 0.0 : room; }

// min Σ price · (up + down) with up − down keeping the relations: columns 2i and 2i + 1.
optimize::Model model_by_rows(const CutSystem& system, const std::optional<Elimination>& elimination) {
  optimize::Model model;
  for (std::size_t i = 0; i < system.size(); ++i) {
    model.add_column(1, 0, system.room_up[i]);
    model.add_column(1, 0, system.room_down[i]);
  }
  add_relations(model, system, elimination, DeviationColumns::up_and_down);
  return model;
}

// The dual over the free cells: columns 2i and 2i + 1 for the rooms, and 2n + i between −price and price.
optimize::Model model_by_freedom(const CutSystem& system, const Elimination& elimination) {
  optimize::Model model;
  FreeCellRows rows(elimination);
  for (std::size_t i = 0; i < system.size(); ++i) {
    for (const bool up : {true, false}) {
      const double room = up ? system.room_up[i] : system.room_down[i];
      rows.add(model.add_column(finite(room), 0, std::isinf(room) ? 0.0 : infinity), i, up ? 1.0 : -1.0);
    }
  }
  for (std::size_t i = 0; i < system.size(); ++i) rows.add(model.add_column(0, -1, 1), i, 1.0);
  rows.add_to(model);
  return model;
}

}  // namespace

PatternRepair::PatternRepair(const CutSystem& system, const std::optional<Elimination>& elimination)
    : system_(system),
      freedom_(freedom_of(elimination)),
      price_(system.size(), 1),
      solver_(freedom_ ? model_by_freedom(system, *freedom_) : model_by_rows(system, elimination)) {}

void PatternRepair::set_price(std::size_t cell, double price) {
  if (price_[cell] == price) return;
  price_[cell] = price;
  if (freedom_) return solver_.set_bounds(2 * system_.size() + cell, -price, price);
  solver_.set_cost(2 * cell, price);
  solver_.set_cost(2 * cell + 1, price);
}

void PatternRepair::set_room(std::size_t cell, bool up, double room) {
  const std::size_t column = 2 * cell + (up ? 0 : 1);
  if (!freedom_) return solver_.set_bounds(column, 0, room);
  solver_.set_cost(column, finite(room));
  solver_.set_bounds(column, 0, std::isinf(room) ? 0.0 : infinity);
}

// Over the degrees of freedom the cell's own columns take the place of its multiplier: the remaining room
// upwards is −level, a reward for moving there.
void PatternRepair::ask(std::size_t cell, bool up, double level) {
  if (!freedom_) {
    solver_.set_bounds(2 * cell, up ? level : 0.0, up ? level : 0.0);
    solver_.set_bounds(2 * cell + 1, up ? 0.0 : level, up ? 0.0 : level);
    return;
  }
  const std::size_t wanted = 2 * cell + (up ? 1 : 0), other = 2 * cell + (up ? 0 : 1);
  solver_.set_cost(wanted, -level);
  solver_.set_bounds(wanted, 0, infinity);
  solver_.set_cost(other, level);
  solver_.set_bounds(other, 0, infinity);
}

void PatternRepair::forget(std::size_t cell) {
  set_room(cell, true, system_.room_up[cell]);
  set_room(cell, false, system_.room_down[cell]);
}

std::optional<std::vector<double>> PatternRepair::cheapest(const DemandSide& side, bool up, double level,
                                                           const Limit& limit) {
  if (level > (up ? system_.room_up : system_.room_down)[side.cell]) return std::nullopt;
  for (const std::size_t cell : system_.known[side.attacker]) {
    set_room(cell, true, 0);
    set_room(cell, false, 0);
  }
  ask(side.cell, up, level);
  const optimize::Solution solution = solver_.solve(limit.without_end());
  forget(side.cell);
  for (const std::size_t cell : system_.known[side.attacker]) forget(cell);
  if (solution.outcome != optimize::Outcome::optimal || !solution.has_values) return std::nullopt;
  if (freedom_) return all_deviations(*freedom_, system_.size(), solution.row_duals);
  std::vector<double> deviations(system_.size());
  for (std::size_t i = 0; i < system_.size(); ++i) {
    deviations[i] = solution.values[2 * i] - solution.values[2 * i + 1];
  }
  return deviations;
}

bool PatternRepair::fits(const DemandSide& side, std::span<const double> deviations, double sign) const {
  const double slack = 1e-7 * side.level;
  for (std::size_t i = 0; i < system_.size(); ++i) {
    const double moved = sign * deviations[i];
    if (moved > system_.room_up[i] + slack || -moved > system_.room_down[i] + slack) return false;
  }
  const double own = sign * deviations[side.cell];
  return (side.up ? own : -own) >= side.level - slack;
}

void PatternRepair::complete(Pattern& pattern, std::span<const double> prices, const Limit& limit,
                             const Run& run) {
  const double largest = std::max(1e-300, *std::max_element(prices.begin(), prices.end()));
  for (std::size_t i = 0; i < system_.size(); ++i) {
    set_price(i, least_price + (pattern[i] ? 0.0 : prices[i] / largest));
  }
  std::vector<std::size_t> order(system_.sides.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return system_.sides[a].level > system_.sides[b].level;
  });
  std::optional<std::vector<double>> last;
  for (const std::size_t k : order) {
    run.check_stop();
    if (limit.over()) return;
    const DemandSide& side = system_.sides[k];
    const bool single = side.up != side.down;
    // The other side of a demand is often reached by the same deviation backwards.
    if (single && last && side.attacker == 0 && fits(side, *last, -1)) continue;
    for (const bool up : {true, false}) {
      if (!(up ? side.up : side.down)) continue;
      const std::vector<double>& room = up ? system_.room_up : system_.room_down;
      const double level = single ? side.level : std::min(side.level, room[side.cell]);
      last = cheapest(side, up, level, limit);
      if (!last) continue;
      for (std::size_t i = 0; i < system_.size(); ++i) {
        if (pattern[i] || std::abs((*last)[i]) <= 1e-7 * level) continue;
        pattern[i] = 1;
        set_price(i, least_price);
      }
      if (!single && level == side.level) break;
    }
  }
}

}  // namespace sfumato::tables
