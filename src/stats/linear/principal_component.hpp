// The direction in which standardized columns vary most together: one number per record that keeps as much of
// their variance as possible.
#pragma once

#include <vector>

#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// Correlations of columns over the records that have both; 0 where fewer than two do or where one of
// them does not vary there, 1 of a column with itself.
Matrix pairwise_correlation(const Matrix& data);

// Loadings (unit length) of the first principal component of the pairwise correlations. A constant
// column has loading 0. The sign is such that the loadings' sum is positive; where it vanishes
// (within 1e-9), such that the first loading beyond 1e-9 is.
std::vector<double> first_component(const Matrix& data);

// For each record Σ weight·value over the values it has, times columns/present; NaN for a record
// without any. Data are z-scores, so that what is missing counts as the mean.
std::vector<double> projected(const Matrix& scores, const std::vector<double>& weights);

}  // namespace sfumato::stats
