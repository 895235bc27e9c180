#include "tables/suppression/optimal/branch_scores.hpp"

#include <algorithm>

namespace sfumato::tables {

BranchScores::BranchScores(const CutSystem& system)
    : system_(system), suppressed_(system.size()), published_(system.size()) {}

void BranchScores::learn(std::size_t cell, bool suppressed, double x, double rise) {
  Mean& mean = (suppressed ? suppressed_ : published_)[cell];
  mean.sum += std::max(0.0, rise) / std::max(1e-3, suppressed ? 1 - x : x);
  mean.count += 1;
}

std::optional<std::size_t> BranchScores::choose(std::span<const double> x) const {
  std::optional<std::size_t> best;
  double most = 0;
  for (std::size_t i = 0; i < system_.size(); ++i) {
    if (x[i] < 1e-6 || x[i] > 1 - 1e-6) continue;
    const double least = 1e-6 * (1 + system_.cost[i]);
    const double up = std::max(least, suppressed_[i].value(system_.cost[i]) * (1 - x[i]));
    const double down = std::max(least, published_[i].value(system_.cost[i]) * x[i]);
    if (!best || up * down > most) {
      best = i;
      most = up * down;
    }
  }
  return best;
}

}  // namespace sfumato::tables
