// Markov matrices over categories, as post-randomisation (PRAM) uses them: from frequencies, invariant ones
// that keep frequencies, draws, and the correction of a table of counts. A row belongs to the category that a
// cell has, a column to the one that it gets; rows add up to 1.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// P_ii = retain and P_ij = (1 − retain)·t_j/(T − t_i), where T adds up the counts t. If it is the only
// category that occurs, it does not change.
Matrix retention_matrix(std::span<const double> counts, double retain);

// R = PQ with Q_ji = t_i·P_ij/Σ_h t_h·P_hj, so that Σ_i t_i·R_ij = t_j: Gouweleeuw, Kooiman, Willenborg, de
// Wolf (1998), Journal of Official Statistics 14(4). P is square; where no cell gets category j, Q_jj = 1.
Matrix invariant_matrix(const Matrix& transition, std::span<const double> counts);

// Σ_i t_i·(1 − P_ii)/Σ_i t_i, the share of cells that is expected to change; 0 where nothing is counted.
double expected_change(const Matrix& transition, std::span<const double> counts);

// One category per uniform number, in constant time by Walker's (1977) alias tables.
class TransitionDraws {
 public:
  explicit TransitionDraws(const Matrix& transition);

  // `uniform` in (0, 1).
  std::int32_t draw(std::int32_t from, double uniform) const {
    const double place = uniform * static_cast<double>(columns_);
    const auto last = static_cast<std::int32_t>(columns_) - 1;
    const std::int32_t slot = std::min(static_cast<std::int32_t>(place), last);
    const Slot& found = slots_[static_cast<std::size_t>(from) * columns_ + static_cast<std::size_t>(slot)];
    // Without a branch, which could not be predicted.
    const std::int32_t own = -static_cast<std::int32_t>(place - slot < found.share);
    return (slot & own) | (found.other & ~own);
  }

 private:
  struct Slot {
    double share;  // of this slot that is its own category's
    std::int32_t other;
  };
  void fill(std::span<Slot> slots, std::span<const double> row);

  std::size_t columns_;
  std::vector<Slot> slots_;
};

// Counts of the original, estimated from those of a release whose matrix is known: t̂ = (Pᵀ)⁻¹·t*. Unbiased,
// so that single estimates can be negative. None, and a reason, where the matrix has no inverse.
struct PramCorrection {
  std::optional<std::vector<double>> counts;
  std::string note = {};
};
PramCorrection pram_correction(const Matrix& transition, std::span<const double> observed);

}  // namespace sfumato::stats
