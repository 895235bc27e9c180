// Eigenvalues and eigenvectors of symmetric matrices.
#pragma once

#include <vector>

#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

struct Eigensystem {
  std::vector<double> values;  // descending
  Matrix vectors;              // column j belongs to values[j]; unit length
};

Eigensystem symmetric_eigensystem(const Matrix& symmetric);

}  // namespace sfumato::stats
