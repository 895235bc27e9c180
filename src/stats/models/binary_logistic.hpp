// Logistic regression of two classes on a design that is computed tile by tile and never stored: millions of
// records with many products of columns would not fit in memory otherwise.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// A design by its tiles: fill(begin, end, tile) writes the records begin … end − 1 to the first rows of
// `tile`, which has a column per term. The intercept is not among the terms.
struct TiledDesign {
  std::size_t records = 0;
  std::size_t terms = 0;
  std::function<void(std::size_t begin, std::size_t end, Matrix& tile)> fill;
};

struct BinaryLogisticFit {
  std::vector<double> coefficients;   // the intercept, then one for each term
  std::vector<double> probabilities;  // of class 1, record by record
  double log_likelihood = 0.0;        // without the penalty
  int iterations = 0;
  bool converged = false;
  // Σ (h/(h + λ))² over the eigenvalues h of the terms' information where all coefficients are 0, given
  // the intercept: the effective number of terms of a penalised fit. Without a penalty
  // their rank.
  double effective_terms = 0.0;
};

// Maximises the logarithm of the likelihood minus ½·penalty·Σβ² over all coefficients but the intercept,
// by Newton steps, halved where the objective would decrease. Both classes (0 and 1) must occur. Without a
// penalty, classes that the design separates have no finite maximum: the coefficients then grow until a step
// gains too little to continue. At most 60 steps.
BinaryLogisticFit binary_logistic(const TiledDesign& design, std::span<const std::uint8_t> classes,
                                  double penalty, const Run& run);

}  // namespace sfumato::stats
