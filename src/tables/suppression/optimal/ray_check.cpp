#include "tables/suppression/optimal/ray_check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/fields/prime_field.hpp"

namespace sfumato::tables {
namespace {

// Lack of a side that is missed very narrowly; one that does not move lacks 1.
constexpr double least_lack = 0.3;
constexpr double slack = 1e-9;

}  // namespace

RayCheck::RayCheck(const CutSystem& system) : system_(system), moved_(system.size(), 0.0) {}

RayCheck::Reach RayCheck::reach(std::span<const std::size_t> cells) {
  Reach result{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  for (const std::size_t cell : cells) {
    const double moved = moved_[cell];
    const double up = system_.room_up[cell] / std::abs(moved),
                 down = system_.room_down[cell] / std::abs(moved);
    result.forwards = std::min(result.forwards, moved > 0 ? up : down);
    result.backwards = std::min(result.backwards, moved > 0 ? down : up);
  }
  return result;
}

double RayCheck::share_reached(const DemandSide& side, const Reach& ends) const {
  const std::vector<std::size_t>& known = system_.known[side.attacker];
  if (std::any_of(known.begin(), known.end(), [&](std::size_t cell) { return moved_[cell] != 0; })) return 0;
  const double moved = moved_[side.cell];
  double reached = 0;
  if (side.up) reached += std::abs(moved) * (moved > 0 ? ends.forwards : ends.backwards);
  if (side.down) reached += std::abs(moved) * (moved > 0 ? ends.backwards : ends.forwards);
  return reached / side.level;
}

void RayCheck::lower(std::span<const std::size_t> cells, std::span<const std::uint32_t> deviations,
                     std::span<double> lacks) {
  if (cells.empty()) return;
  const std::uint32_t scale = Field31::inverse(deviations[0]);
  for (std::size_t k = 0; k < cells.size(); ++k) {
    moved_[cells[k]] = fraction_of(Field31::multiply(deviations[k], scale));
  }
  const Reach ends = reach(cells);
  for (std::size_t k = 0; k < system_.sides.size(); ++k) {
    const DemandSide& side = system_.sides[k];
    if (lacks[k] == 0 || moved_[side.cell] == 0) continue;
    const double share = share_reached(side, ends);
    lacks[k] = share >= 1 - slack ? 0 : std::min(lacks[k], 1 - (1 - least_lack) * share);
  }
  for (const std::size_t cell : cells) moved_[cell] = 0;
}

}  // namespace sfumato::tables
