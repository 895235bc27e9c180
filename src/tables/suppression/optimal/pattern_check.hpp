// Checks that patterns meet all demands, side by side, and removes redundant cells. Deviations found are
// kept, so that publishing a cell requires a new check only of the sides that used it.
#pragma once

#include <span>
#include <vector>

#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/optimal/cut_system.hpp"
#include "tables/suppression/optimal/separation_program.hpp"

namespace sfumato::tables {

class PatternCheck {
 public:
  // Its work counts for the limit, which ends only the removal of redundant cells.
  PatternCheck(const CutSystem& system, const std::optional<Elimination>& elimination,
               const Limit& limit = {});

  // Patterns of the system's cells.
  bool meets(const Pattern& pattern);
  // How far each side gets, at most its level.
  std::vector<double> reached(const Pattern& pattern);

  // Publishes cells of a pattern that meets all demands, one after another in the given order, as long as all
  // demands are met, within the limit.
  void thin_out(Pattern& pattern, std::span<const std::size_t> order, const Limit& limit, const Run& run);

 private:
  bool reaches(std::size_t side);
  // How far the side gets; `deviations` that get it there, for a width those of both ways added up by size.
  double reach(const DemandSide& side, std::vector<double>& deviations);
  // The same deviations backwards often reach the other side of a demand.
  void try_backwards(std::size_t side, std::size_t other, std::span<const double> deviations);
  void use(const Pattern& pattern);

  const CutSystem& system_;
  Limit counted_;
  AttackerProgram program_;
  Pattern used_;
  std::vector<std::vector<std::size_t>>
      moving_;                     // per side: cells that deviate in the attack that reaches it
  std::vector<std::uint8_t> met_;  // per side: met by the pattern under examination
  std::size_t first_ = 0;          // the side that failed last is checked first
};

}  // namespace sfumato::tables
