// Triangular roots of symmetric positive definite matrices, and what is solved with them.
#pragma once

#include <vector>

#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// The lower triangular L of a matrix LLᵀ. A pivot below 1e-14 of the largest diagonal element, which
// rounding or a design that separates its classes leaves, is raised to it.
Matrix cholesky(Matrix symmetric);

// x of LLᵀx = b.
std::vector<double> solved(const Matrix& lower, std::vector<double> b);

// L^−T, upper triangular, so that its product with its transpose is (LLᵀ)^−1.
Matrix inverse_transposed(const Matrix& lower);

}  // namespace sfumato::stats
