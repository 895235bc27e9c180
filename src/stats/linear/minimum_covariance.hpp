// Robust centre and covariance of records: the minimum covariance determinant estimator, which the records
// that lie far from the others cannot move.
#pragma once

#include <vector>

#include "core/run.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

struct RobustDistances {
  std::vector<double> squared;  // of each record from the robust centre
  std::vector<char> inside;     // does the record count for the final centre?
  std::size_t dimensions = 0;   // directions in which the records vary
  std::size_t half = 0;         // records of the subset with the smallest determinant; 0: none varies
};

// Squared robust Mahalanobis distances of complete records, by FAST-MCD of Rousseeuw, Van Driessen (1999), A
// fast algorithm for the minimum covariance determinant estimator, Technometrics 41: 500 starts of p + 1
// records, two concentration steps each, the ten best to convergence; beyond 600 records first in five
// subsets of at most 300. Then one reweighting step with the 97.5 % quantile of χ², both covariances scaled
// to be consistent for normal data (the median of distances; Croux, Haesbroeck (1999), Influence function and
// efficiency of the MCD scatter matrix estimator, Journal of Multivariate Analysis 71). Starts come from a
// stream of their own, so that the result depends on the data alone. Directions with less than 1e-12 of the
// largest variance are left out. The subset has ⌊(n + p + 1)/2⌋ records; where these lie in fewer directions
// than all records do, as with a column that is mostly 0, three quarters, nine tenths or all of them.
RobustDistances robust_distances(const Matrix& records, const Run& run);

// The p-quantile of χ² with that many degrees of freedom.
double chi_square_quantile(std::size_t degrees, double p);

}  // namespace sfumato::stats
