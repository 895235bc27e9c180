#include "tables/suppression/optimal/separation.hpp"

#include <algorithm>
#include <cmath>

namespace sfumato::tables {
namespace {

// Cells that x publishes keep this share of their room in the program: multipliers without them are
// preferred, and the cuts become sparse.
constexpr double least_share = 1e-4;
constexpr std::size_t most_blocks = 6;

// Adds how much each cell contributes at most, per unit of x, to the bound on a deviation.
void add_weights(const CutSystem& system, std::span<const double> rests, std::vector<double>& weights) {
  for (std::size_t i = 0; i < system.size(); ++i) {
    const double room = rests[i] > 0 ? system.room_up[i] : system.room_down[i];
    if (rests[i] != 0 && room > 0) weights[i] += std::abs(rests[i]) * room;
  }
}

}  // namespace

Separation::Separation(const CutSystem& system, const std::optional<Elimination>& elimination,
                       const Limit& limit, const Run& run)
    : system_(system),
      elimination_(elimination),
      limit_(limit),
      run_(run),
      resting_(system.sides.size(), 0),
      idle_(system.sides.size(), 0) {
  blocks_.resize(std::min(most_blocks, system.sides.size()));
  for (std::size_t k = 0; k < system.sides.size(); ++k) {
    blocks_[k * blocks_.size() / system.sides.size()].sides.push_back(k);
  }
}

std::vector<Cut> Separation::cuts(std::span<const double> x, std::span<const double> point, Rooms rooms,
                                  bool all) {
  {
    const optimize::SideBySide blocks(limit_, blocks_.size());
    run_.parallel(blocks_.size(),
                  [&](std::size_t b) { work(blocks_[b], x, point, rooms, all, blocks.of(b, limit_)); });
  }
  std::vector<Cut> found;
  for (Block& block : blocks_) {
    for (Cut& cut : block.found) found.push_back(std::move(cut));
    block.found.clear();
  }
  return found;
}

void Separation::work(Block& block, std::span<const double> x, std::span<const double> point, Rooms rooms,
                      bool all, const Limit& limit) {
  if (!block.program) block.program = std::make_unique<AttackerProgram>(system_, elimination_);
  std::optional<std::size_t>
      last;  // the demand cell of the last cut: its other side mostly gives the same cut
  for (const std::size_t k : block.sides) {
    if (last == system_.sides[k].cell) continue;
    if (limit.over()) return;
    if (!all && resting_[k] > 0) {
      --resting_[k];
      continue;
    }
    if (separate(block, system_.sides[k], x, point, rooms, limit)) {
      idle_[k] = 0;
      last = system_.sides[k].cell;
    } else {
      idle_[k] = std::min(idle_[k] + 1, 4U);
      resting_[k] = idle_[k];
    }
  }
}

bool Separation::separate(Block& block, const DemandSide& side, std::span<const double> x,
                          std::span<const double> point, Rooms rooms, const Limit& limit) {
  AttackerProgram& program = *block.program;
  const double endless = 1e6 * side.level;  // for an infinite room
  for (std::size_t i = 0; i < system_.size(); ++i) {
    const double most = rooms == Rooms::clipped && !system_.hidden[i] ? side.level : endless;
    const double share = system_.hidden[i] ? 1.0 : std::max(point[i], least_share);
    program.set_rooms(i, share * std::min(system_.room_down[i], most),
                      share * std::min(system_.room_up[i], most));
  }
  for (const std::size_t cell : system_.known[side.attacker]) program.set_rooms(cell, 0, 0);
  std::vector<double> weights(system_.size(), 0.0);
  for (const bool up : {true, false}) {
    if (!(up ? side.up : side.down)) continue;
    const std::optional<Attack> attack = program.most(side.cell, up, 2 * side.level, limit.without_end());
    if (!attack) return false;
    add_weights(system_, attack->rests, weights);
  }
  for (const std::size_t cell : system_.known[side.attacker]) weights[cell] = 0;
  std::optional<Cut> cut = capacity_cut(system_, weights, side.level, x);
  if (!cut) return false;
  block.found.push_back(std::move(*cut));
  return true;
}

}  // namespace sfumato::tables
