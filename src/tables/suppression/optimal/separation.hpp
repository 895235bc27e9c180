// Cuts from the attacker's program: the dual that proves that a cell cannot move far enough gives a bound for
// every pattern, which is a linear inequality.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/optimal/cut_system.hpp"
#include "tables/suppression/optimal/cuts.hpp"
#include "tables/suppression/optimal/separation_program.hpp"

namespace sfumato::tables {

// Which rooms the program gets. clipped: no more than the level, times x, which finds the strong cuts where x
// is fractional. exact: the attacker's own rooms times x; where x is integral and a demand is not met, this
// always finds a cut.
enum class Rooms : std::uint8_t { clipped, exact };

// All sides of all demands, in fixed blocks with their own programs, so that cuts do not depend on threads.
class Separation {
 public:
  Separation(const CutSystem& system, const std::optional<Elimination>& elimination, const Limit& limit,
             const Run& run);

  // Cuts that `x` violates, found with the rooms that `point` allows; at most one for each side, in their
  // order. Sides that were satisfied recently are checked only from time to time, unless `all`. After the
  // limit, those found by then.
  std::vector<Cut> cuts(std::span<const double> x, std::span<const double> point, Rooms rooms, bool all);

 private:
  struct Block {
    std::unique_ptr<AttackerProgram> program;
    std::vector<std::size_t> sides;
    std::vector<Cut> found;
  };

  void work(Block& block, std::span<const double> x, std::span<const double> point, Rooms rooms, bool all,
            const Limit& limit);
  bool separate(Block& block, const DemandSide& side, std::span<const double> x,
                std::span<const double> point, Rooms rooms, const Limit& limit);

  const CutSystem& system_;
  const std::optional<Elimination>& elimination_;
  Limit limit_;
  const Run& run_;
  std::vector<Block> blocks_;
  std::vector<unsigned> resting_, idle_;  // per side: rounds still to rest, and rounds in a row without a cut
};

}  // namespace sfumato::tables
