// Completes a pattern at least cost: for each demand the cheapest deviation that meets it, by a linear
// program in which suppressed cells are free.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "optimize/solver.hpp"
#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/optimal/cut_elimination.hpp"
#include "tables/suppression/optimal/cut_system.hpp"

namespace sfumato::tables {

class PatternRepair {
 public:
  PatternRepair(const CutSystem& system, const std::optional<Elimination>& elimination);

  // Prices per cell, not negative. Afterwards the pattern meets all demands, as far as one deviation after
  // another can.
  void complete(Pattern& pattern, std::span<const double> prices, const Limit& limit, const Run& run);

 private:
  void set_price(std::size_t cell, double price);
  void set_room(std::size_t cell, bool up, double room);
  void ask(std::size_t cell, bool up, double level);
  void forget(std::size_t cell);
  bool fits(const DemandSide& side, std::span<const double> deviations, double sign) const;
  // The cheapest deviation of that size; empty where there is none.
  std::optional<std::vector<double>> cheapest(const DemandSide& side, bool up, double level,
                                              const Limit& limit);

  const CutSystem& system_;
  const Elimination* freedom_;
  std::vector<double> price_;
  optimize::Solver solver_;
};

}  // namespace sfumato::tables
