// The correlation matrix nearest to a symmetric one. Correlations that were estimated pair by pair, or got
// noise, need not be positive semidefinite.
#pragma once

#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// Nearest in the Frobenius norm, by alternating projections with Dykstra's correction: Higham (2002),
// Computing the nearest correlation matrix, IMA Journal of Numerical Analysis 22(3). The diagonal of
// `symmetric` counts as 1. Positive semidefinite up to rounding; a correlation matrix does not change, up to
// rounding.
Matrix nearest_correlation(const Matrix& symmetric);

// ‖a − b‖ in the Frobenius norm, of matrices of the same shape.
double frobenius_distance(const Matrix& a, const Matrix& b);

}  // namespace sfumato::stats
