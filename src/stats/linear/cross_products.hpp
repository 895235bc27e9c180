// Sums of products of columns of ranks, the one quantity over all records that correlations and
// covariances of ranks need. Rows are taken in blocks that stay in the cache.
#pragma once

#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// Σ (a_i − (n+1)/2)(b_i − (n+1)/2) of every two of the columns: average ranks 1 … n without missing values,
// whose mean is (n+1)/2. Every term is a multiple of 1/4, so that the sums are exact up to 3·10⁵ records.
Matrix rank_products(const std::vector<std::span<const double>>& ranks, const Run& run);

std::vector<std::span<const double>> columns_of(const Matrix& matrix);

}  // namespace sfumato::stats
