// The singular value decomposition of small matrices.
#pragma once

#include <vector>

#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

struct SingularSystem {
  std::vector<double> values;  // descending; as many as the shorter side
  Matrix left;                 // column j belongs to values[j]; unit length
};

SingularSystem singular_system(const Matrix& matrix);

}  // namespace sfumato::stats
