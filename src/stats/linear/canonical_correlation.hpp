// Canonical correlations of two matrices of ranks: the correlations of those combinations of columns on
// one side and on the other that correlate most, then of the next ones that are uncorrelated with them.
#pragma once

#include <vector>

#include "core/run.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

struct CanonicalCorrelations {
  std::vector<double> values;     // descending, 0 to 1; as many as the smaller of the two ranks
  std::size_t original_rank = 0;  // numerical rank: singular values above 1e-10 of the largest
  std::size_t masked_rank = 0;
};

// Of average ranks 1 … n without missing values, row i belonging to row i: Hotelling (1936), Relations
// between two sets of variables, Biometrika 28. Constant columns are not used.
CanonicalCorrelations canonical_correlations(const Matrix& original, const Matrix& masked, const Run& run);

}  // namespace sfumato::stats
