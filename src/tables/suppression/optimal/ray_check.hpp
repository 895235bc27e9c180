// Patterns that leave the attacker one degree of freedom: all deviations are multiples of one, so that no
// linear program is needed for the range of each sensitive cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tables/suppression/optimal/cut_system.hpp"

namespace sfumato::tables {

class RayCheck {
 public:
  explicit RayCheck(const CutSystem& system);

  // The cells that move, and their deviations modulo 2³¹ − 1 and up to a common factor.
  // Lowers what each side lacks (at most 1) to what it lacks here.
  void lower(std::span<const std::size_t> cells, std::span<const std::uint32_t> deviations,
             std::span<double> lacks);

 private:
  // How far the ray can be followed until some cell reaches its bound.
  struct Reach {
    double forwards = 0;
    double backwards = 0;
  };
  Reach reach(std::span<const std::size_t> cells);
  // How far the side gets, in units of its level; 0 where its attacker knows a cell that moves.
  double share_reached(const DemandSide& side, const Reach& ends) const;

  const CutSystem& system_;
  std::vector<double> moved_;  // per cell, 0 but for those under examination
};

}  // namespace sfumato::tables
