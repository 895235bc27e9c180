// How much noise each mode of `laplace` needs: the sensitivity of what is released of a column, its share of
// ε, and the resulting distribution. Nothing here depends on a value of the data.
#pragma once

#include <cstdint>
#include <vector>

#include "core/schema.hpp"
#include "stats/distributions/grid_noise.hpp"

namespace sfumato::masking {

enum class LaplaceMode { record, multivariate, individual, paper_2013 };

struct ColumnNoise {
  Domain domain;
  double epsilon = 0.0;  // this column's share
  double scale = 0.0;    // of the noise, in units of the column
  stats::Grid grid = {};
  double lambda = 0.0;  // of the noise in steps of the grid; 0: a domain of no width needs none

  // √2·scale: the standard error of a value, before it is clamped to the domain.
  double sd() const;
  double sd_percent() const;  // of the domain's width
};

// Groups of `records`, each of at least k.
std::size_t group_count(std::size_t records, std::int64_t k);

// With W the width of the domain in steps, G groups and ε/m for each of m columns: λ = (ε/m)/(Δ₁ + N),
// where Δ₁ is the joint L1 sensitivity of the N values that one record can change, and N accounts for
// rounding each of them to a step.
//   record        Δ₁ = W,       N = 1: a record changes only its own value
//   multivariate  Δ₁ = G·W/k,   N = G: in every group one of its k records can be replaced by another
//   individual    Δ₁ = W/k,     N = G: in a sorted column the changes of all group means add up to W/k
//   paper-2013    Δ₁ = W/k,     N = 1, and the whole ε for every column: no guarantee follows from it
// Noise too large for 64 bits, which needs about 10⁸ groups of 100 columns with ε = 10⁻⁶, is refused.
std::vector<ColumnNoise> column_noises(const std::vector<Domain>& domains, LaplaceMode mode, double epsilon,
                                       std::int64_t k, std::size_t records);

}  // namespace sfumato::masking
