// Which cell to branch on: how much the bound rose per unit of x when cells were decided before
// (pseudo-costs), and their costs until then.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tables/suppression/optimal/cut_system.hpp"

namespace sfumato::tables {

class BranchScores {
 public:
  explicit BranchScores(const CutSystem& system);

  // The bound rose so much when a cell whose x was as given was suppressed or published.
  void learn(std::size_t cell, bool suppressed, double x, double rise);
  // The fractional cell that promises most; ties by position. Nothing where x is a pattern.
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
