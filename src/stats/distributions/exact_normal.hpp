// Normal draws whose sample moments are exactly the given ones, the basis of information-preserving
// synthesis.
#pragma once

#include "core/rng.hpp"
#include "core/table.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// A column of ones, then the columns as predictors: numbers as z-scores, categories as a 0/1 column
// for each but the first. A missing value counts as the mean, or as the first category.
Matrix design_matrix(const Table& table, const ColumnSet& columns);

struct LeastSquares {
  std::vector<double> means;   // of the responses
  Matrix coefficients;         // of the responses around their means: design column × response
  Matrix residual_covariance;  // with the divisor n − 1
  std::size_t rank = 0;        // of the design

  // The fit at the rows of a design, which may be others than those it was made from.
  Matrix predicted(const Matrix& design) const;
};

// Every response regressed on the design, whatever the design's rank.
LeastSquares least_squares(const Matrix& design, const Matrix& responses);

// As many normal records as the design has, with mean 0 in every column, orthogonal to every column of
// the design, and with exactly the covariance root·rootᵀ. The design's first column is of ones. Needs
// at least rank(design) + columns(root) records.
Matrix exact_normal(const Matrix& design, const Matrix& root, Rng& rng);

}  // namespace sfumato::stats
