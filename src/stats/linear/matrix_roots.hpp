// Square roots of covariance matrices that may be singular or, from incomplete records, slightly
// indefinite: eigenvalues at or below 1e-12 of the largest count as 0, never as a reason to fail.
#pragma once

#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// A with as many columns as the matrix has rank, and A·Aᵀ = covariance. The root is taken of the
// correlations, so that columns in small units are not lost against columns in large ones.
Matrix covariance_root(const Matrix& covariance);

// The symmetric B with B·B = covariance, and its pseudo-inverse.
Matrix symmetric_root(const Matrix& covariance);
Matrix symmetric_inverse_root(const Matrix& covariance);

}  // namespace sfumato::stats
