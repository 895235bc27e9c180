// Linear and logistic regression with what Bayesian draws and standard errors need: coefficients and a
// root of their covariance. Both accept designs of less than full rank and more columns than records.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// Designs have a row per record and no missing value. Their first column is the intercept, and the other
// columns should be on one scale, since ranks and penalties compare them. A penalty λ adds ½λΣβ² over all
// coefficients but the intercept to half the squares, or to the negative logarithm of the likelihood: each
// of them then has a normal prior of mean 0 and variance σ²/λ, or 1/λ.

struct LinearFit {
  std::vector<double> coefficients;
  double squares = 0.0;             // Σ residual², plus λΣβ² with a penalty
  double degrees_of_freedom = 0.0;  // records − rank; with a penalty records − 1; never below 0
  std::size_t rank = 0;
  Matrix root;  // coefficients × rank; root·rootᵀ is the pseudo-inverse of XᵀX + λI

  // s² = squares/degrees of freedom; 0 without any.
  double residual_variance() const { return degrees_of_freedom > 0.0 ? squares / degrees_of_freedom : 0.0; }
};

// Least squares, through the eigenvectors of XᵀX with one step of refinement. Eigenvalues up to 1e-10 of
// the largest count as 0; of the solutions that fit equally well the shortest is taken.
LinearFit linear_regression(const Matrix& design, std::span<const double> response, double penalty,
                            const Run& run);

struct LogisticFit {
  Matrix coefficients;          // design columns × (classes − 1): log odds against class 0
  Matrix root;                  // of the inverse information, for the coefficients class by class; triangular
  double log_likelihood = 0.0;  // without the penalty
  int iterations = 0;
  bool converged = false;
};

// Maximum (penalised) likelihood by Newton steps, halved where the objective would decrease. The class of
// every record is below `class_count`, which is at least 2, and every class must occur. Without a penalty,
// classes that the design separates have no finite maximum: the coefficients then grow until a step gains
// too little to go on.
LogisticFit logistic_regression(const Matrix& design, std::span<const std::uint32_t> classes,
                                std::size_t class_count, double penalty, const Run& run);

// The probabilities of all classes from the log odds of all but class 0; `log_odds` has class_count − 1
// entries and `result` class_count.
void class_probabilities(std::span<const double> log_odds, std::span<double> result);

}  // namespace sfumato::stats
