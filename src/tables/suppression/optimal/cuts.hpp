// Linear inequalities that every pattern satisfies that meets all demands (or at least one pattern of least
// cost). They represent the attacker in branch and cut.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "optimize/model.hpp"
#include "tables/suppression/optimal/cut_system.hpp"

namespace sfumato::tables {

// Σ coefficient · x >= least, over cells that are not hidden already; columns ascend.
struct Cut {
  std::vector<optimize::Entry> entries;
  double least = 1;

  double activity(std::span<const double> x) const;
  // The distance from x to the cut; negative where x meets it.
  double depth(std::span<const double> x) const;
};

// Σ weight · x >= level, where a weight bounds what a cell adds to the deviation of a sensitive cell. For any
// set S of cells that weigh less than the level together, Σ_{i∉S} min(weight, R) x >= R with R = level −
// weight(S) (knapsack cover inequalities; Carr, Fleischer, Leung & Phillips 2000). Hidden cells are always in
// S; of the others those with the largest x, as many as make the deepest cut. Empty where x violates no such
// cut.
std::optional<Cut> capacity_cut(const CutSystem& system, std::span<const double> weights, double level,
                                std::span<const double> x);

// A cell that is suppressed alone in one of its relations protects nothing: Σ_{j≠i} x_j >= x_i in every
// relation of cell i without a hidden cell. Some pattern of least cost satisfies all of these.
std::vector<Cut> bridgeless_cuts(const CutSystem& system, std::span<const double> x, std::size_t most);

// The pattern does not meet all demands, so a cell that it publishes must be suppressed.
Cut another_cell(const CutSystem& system, const Pattern& pattern);

// A set of distinct cuts.
class CutPool {
 public:
  // False if the cut is in the pool already.
  bool add(const Cut& cut);
  void remove(const Cut& cut);

 private:
  std::unordered_set<std::uint64_t> seen_;
};

}  // namespace sfumato::tables
