#include "tables/suppression/optimal/pattern_check.hpp"

#include <algorithm>
#include <cmath>

namespace sfumato::tables {
namespace {

double slack_of(const DemandSide& side) { return 1e-8 * std::max(1.0, side.level); }

}  // namespace

PatternCheck::PatternCheck(const CutSystem& system, const std::optional<Elimination>& elimination,
                           const Limit& limit)
    : system_(system),
      counted_(limit.without_end()),
      program_(system, elimination),
      used_(system.size(), 0),
      moving_(system.sides.size()),
      met_(system.sides.size(), 0) {}

void PatternCheck::use(const Pattern& pattern) {
  used_ = pattern;
  for (std::size_t i = 0; i < system_.size(); ++i) {
    program_.set_rooms(i, used_[i] ? system_.room_down[i] : 0.0, used_[i] ? system_.room_up[i] : 0.0);
  }
}

double PatternCheck::reach(const DemandSide& side, std::vector<double>& deviations) {
  for (const std::size_t cell : system_.known[side.attacker]) program_.set_rooms(cell, 0, 0);
  double reached = 0;
  deviations.assign(system_.size(), 0.0);
  const bool both = side.up && side.down;
  for (const bool up : {true, false}) {
    if (!(up ? side.up : side.down)) continue;
    const std::optional<Attack> attack = program_.most(side.cell, up, side.level, counted_);
    if (!attack) continue;
    reached += attack->reached;
    for (std::size_t i = 0; i < deviations.size(); ++i) {
      deviations[i] += both ? std::abs(attack->deviations[i]) : attack->deviations[i];
    }
  }
  for (const std::size_t cell : system_.known[side.attacker]) {
    program_.set_rooms(cell, used_[cell] ? system_.room_down[cell] : 0.0,
                       used_[cell] ? system_.room_up[cell] : 0.0);
  }
  return reached;
}

bool PatternCheck::reaches(std::size_t position) {
  const DemandSide& side = system_.sides[position];
  std::vector<double> deviations;
  if (reach(side, deviations) < side.level - slack_of(side)) return false;
  moving_[position].clear();
  for (std::size_t i = 0; i < deviations.size(); ++i) {
    if (std::abs(deviations[i]) > 1e-9) moving_[position].push_back(i);
  }
  met_[position] = 1;
  for (const std::size_t other : {position - 1, position + 1}) {
    if (other < system_.sides.size()) try_backwards(position, other, deviations);
  }
  return true;
}

void PatternCheck::try_backwards(std::size_t position, std::size_t other,
                                 std::span<const double> deviations) {
  const DemandSide& from = system_.sides[position];
  const DemandSide& to = system_.sides[other];
  const bool opposite =
      from.cell == to.cell && from.attacker == to.attacker && from.up != to.up && from.down != to.down;
  if (!opposite || std::abs(deviations[to.cell]) < to.level - slack_of(to)) return;
  for (const std::size_t i : moving_[position]) {
    if (-deviations[i] > system_.room_up[i] + 1e-9 || deviations[i] > system_.room_down[i] + 1e-9) return;
  }
  moving_[other] = moving_[position];
  met_[other] = 1;
}

std::vector<double> PatternCheck::reached(const Pattern& pattern) {
  use(pattern);
  std::vector<double> result, deviations;
  for (const DemandSide& side : system_.sides) result.push_back(reach(side, deviations));
  return result;
}

bool PatternCheck::meets(const Pattern& pattern) {
  use(pattern);
  met_.assign(system_.sides.size(), 0);
  for (std::size_t k = 0; k < system_.sides.size(); ++k) {
    const std::size_t side = (first_ + k) % system_.sides.size();
    if (met_[side] || reaches(side)) continue;
    first_ = side;
    return false;
  }
  return true;
}

void PatternCheck::thin_out(Pattern& pattern, std::span<const std::size_t> order, const Limit& limit,
                            const Run& run) {
  if (!meets(pattern)) return;
  for (const std::size_t cell : order) {
    run.check_stop();
    if (limit.over()) return;
    if (!pattern[cell] || system_.hidden[cell]) continue;
    pattern[cell] = 0;
    used_[cell] = 0;
    program_.set_rooms(cell, 0, 0);
    bool still = true;
    for (std::size_t k = 0; k < system_.sides.size() && still; ++k) {
      still = !std::binary_search(moving_[k].begin(), moving_[k].end(), cell) || reaches(k);
    }
    if (still) continue;
    pattern[cell] = 1;
    used_[cell] = 1;
    program_.set_rooms(cell, system_.room_down[cell], system_.room_up[cell]);
  }
}

}  // namespace sfumato::tables
