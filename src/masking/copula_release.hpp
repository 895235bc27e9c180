// The two halves of `dp-copula`: noisy statistics of the records, the only information that is used of them,
// and records drawn from these statistics alone.
#pragma once

#include <vector>

#include "core/run.hpp"
#include "masking/column_support.hpp"
#include "masking/copula_budget.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::masking {

struct NoisyCopula {
  std::vector<std::vector<double>> shares;  // of each column's bins, adding up to 1
  stats::Matrix correlation;                // of the normal copula
  double moved = 0.0;                       // how far noisy correlations were from a correlation matrix
};

// Counts and Kendall scores are whole numbers, and so is their noise, which comes from `run.secure`; all that
// follows depends on the noisy numbers alone. Counts become the nearest that are not negative and add up to
// n. τ = 2S/(n(n − 1)) of a column of categories, in which many pairs are tied, is divided by √(1 − Σp²) with
// p the noisy shares, as τ_b is, but never so far that the noise has a standard deviation above ¼ by it.
NoisyCopula noisy_copula(const Table& original, const ColumnSet& columns, const ColumnSupports& supports,
                         const CopulaBudget& budget, const Run& run);

// Records of the copula: correlated normal numbers, whose probabilities give a bin and a position in it.
std::vector<Column> drawn_columns(const NoisyCopula& copula, const ColumnSupports& supports, std::size_t rows,
                                  const Run& run);

}  // namespace sfumato::masking
