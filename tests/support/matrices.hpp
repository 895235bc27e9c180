// Matrices as they are written in papers, row by row.
#pragma once

#include <vector>

#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

inline Matrix square_matrix(const std::vector<std::vector<double>>& rows) {
  Matrix result(rows.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows.size(); ++j) result(i, j) = rows[i][j];
  }
  return result;
}

}  // namespace sfumato::stats
