// Plain loops in fixed order, so that the bits do not depend on the machine.
#include "stats/linear/cholesky.hpp"

#include <algorithm>
#include <cmath>

namespace sfumato::stats {

Matrix cholesky(Matrix a) {
  const std::size_t n = a.rows();
  double largest = 0.0;
  for (std::size_t j = 0; j < n; ++j) largest = std::max(largest, a(j, j));
  for (std::size_t j = 0; j < n; ++j) {
    a(j, j) = std::sqrt(std::max(a(j, j), 1e-14 * largest));
    for (std::size_t i = 0; i < j; ++i) a(i, j) = 0.0;
    for (std::size_t i = j + 1; i < n; ++i) a(i, j) /= a(j, j);
    for (std::size_t l = j + 1; l < n; ++l) {
      for (std::size_t i = l; i < n; ++i) a(i, l) -= a(i, j) * a(l, j);
    }
  }
  return a;
}

std::vector<double> solved(const Matrix& lower, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t j = 0; j < n; ++j) {
    b[j] /= lower(j, j);
    for (std::size_t i = j + 1; i < n; ++i) b[i] -= lower(i, j) * b[j];
  }
  for (std::size_t j = n; j-- > 0;) {
    for (std::size_t i = j + 1; i < n; ++i) b[j] -= lower(i, j) * b[i];
    b[j] /= lower(j, j);
  }
  return b;
}

Matrix inverse_transposed(const Matrix& lower) {
  const std::size_t n = lower.rows();
  Matrix result(n, n);
  for (std::size_t j = 0; j < n; ++j) {
    std::vector<double> column(n, 0.0);
    column[j] = 1.0;
    for (std::size_t l = j; l < n; ++l) {
      column[l] /= lower(l, l);
      for (std::size_t i = l + 1; i < n; ++i) column[i] -= lower(i, l) * column[l];
      result(j, l) = column[l];
    }
  }
  return result;
}

}  // namespace sfumato::stats
