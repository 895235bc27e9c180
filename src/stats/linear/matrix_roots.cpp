// Roots by eigenvectors.
#include "stats/linear/matrix_roots.hpp"

#include <cmath>

#include "stats/distributions/moments.hpp"
#include "stats/linear/eigen.hpp"

namespace sfumato::stats {
namespace {

constexpr double negligible = 1e-12;  // of the largest eigenvalue

std::size_t numerical_rank(const std::vector<double>& descending) {
  std::size_t rank = 0;
  while (rank < descending.size() && descending[rank] > 0.0 &&
         descending[rank] > negligible * descending.front()) {
    ++rank;
  }
  return rank;
}

// Σ f(λ)·v·vᵀ over the eigenvalues that are not negligible.
template <class Function>
Matrix spectral(const Matrix& symmetric, const Function& function) {
  const Eigensystem system = symmetric_eigensystem(symmetric);
  const std::size_t m = symmetric.rows(), rank = numerical_rank(system.values);
  Matrix result(m, m);
  for (std::size_t f = 0; f < rank; ++f) {
    const double weight = function(system.values[f]);
    const auto vector = system.vectors.column(f);
    for (std::size_t b = 0; b < m; ++b) {
      for (std::size_t a = 0; a < m; ++a) result(a, b) += weight * vector[a] * vector[b];
    }
  }
  return result;
}

}  // namespace

Matrix covariance_root(const Matrix& covariance) {
  const std::size_t m = covariance.rows();
  Matrix scaled = correlation(covariance);
  for (std::size_t j = 0; j < m; ++j) scaled(j, j) = covariance(j, j) > 0.0 ? 1.0 : 0.0;
  const Eigensystem system = symmetric_eigensystem(scaled);
  const std::size_t rank = numerical_rank(system.values);
  Matrix root(m, rank);
  for (std::size_t f = 0; f < rank; ++f) {
    for (std::size_t j = 0; j < m; ++j) {
      root(j, f) =
          std::sqrt(system.values[f]) * system.vectors(j, f) * std::sqrt(std::max(0.0, covariance(j, j)));
    }
  }
  return root;
}

Matrix symmetric_root(const Matrix& covariance) {
  return spectral(covariance, [](double value) { return std::sqrt(value); });
}

Matrix symmetric_inverse_root(const Matrix& covariance) {
  return spectral(covariance, [](double value) { return 1.0 / std::sqrt(value); });
}

}  // namespace sfumato::stats
