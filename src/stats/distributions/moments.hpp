// Means, variances, covariances and correlations, with the divisor n − 1 throughout.
#pragma once

#include <span>

#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

struct Moments {
  std::size_t count = 0;  // of present (not NaN) values
  double mean = 0.0;
  double squares = 0.0;  // sum of squared deviations from the mean

  double variance() const { return count < 2 ? 0.0 : squares / static_cast<double>(count - 1); }
  double sd() const;  // 0 for fewer than two values
};

// Of the present values, summed in order; 0 when there are none.
double mean(std::span<const double> values);

// Two passes over the present values, in order.
Moments moments(std::span<const double> values);

// The same from exact sums, which do not depend on the order of the values or on parts in which they come.
// Equal values are their own mean, without a deviation.
Moments exact_moments(std::span<const double> values);

// A matrix without missing values to its covariance matrix; zeros for fewer than two records.
Matrix covariance(const Matrix& data);

// The covariance of each pair of columns over the records that have both; where nothing is missing,
// the same as covariance(). It need not be positive semidefinite.
Matrix available_covariance(const Matrix& data);

// A covariance matrix to correlations. A constant column correlates 0 with every other and 1 with itself.
Matrix correlation(const Matrix& covariance);

// Columns as z-scores, (x − mean)/sd over present values; a constant column becomes 0. NaN stays NaN.
Matrix standardized(const Matrix& data);

}  // namespace sfumato::stats
