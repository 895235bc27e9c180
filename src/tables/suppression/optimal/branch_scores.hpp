// Which cell to branch on: how much the bound rose per unit of x in earlier branchings (pseudo-costs), and
// the cell's cost before the first one.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tables/suppression/optimal/cut_system.hpp"

namespace sfumato::tables {

class BranchScores {
 public:
  explicit BranchScores(const CutSystem& system);

  // Records how much the bound rose when a cell with this x was suppressed or published.
  void learn(std::size_t cell, bool suppressed, double x, double rise);
  // The fractional cell with the best score; ties by position. Empty where x is a pattern.
  std::optional<std::size_t> choose(std::span<const double> x) const;

 private:
  struct Mean {
    double sum = 0, count = 0;
    double value(double otherwise) const { return count > 0 ? sum / count : otherwise; }
  };

  const CutSystem& system_;
  std::vector<Mean> suppressed_, published_;
};

}  // namespace sfumato::tables
