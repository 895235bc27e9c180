// The adapter to Eigen's solver for self-adjoint matrices.
#include "stats/linear/eigen.hpp"

#include <Eigen/Eigenvalues>

namespace sfumato::stats {

Eigensystem symmetric_eigensystem(const Matrix& symmetric) {
  const auto size = static_cast<Eigen::Index>(symmetric.rows());
  Eigen::MatrixXd matrix(size, size);
  for (Eigen::Index j = 0; j < size; ++j) {
    for (Eigen::Index i = 0; i < size; ++i) {
      matrix(i, j) = symmetric(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
    }
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
  Eigensystem result{std::vector<double>(symmetric.rows()), Matrix(symmetric.rows(), symmetric.rows())};
  for (Eigen::Index j = 0; j < size; ++j) {
    const Eigen::Index source = size - 1 - j;  // Eigen sorts ascending
    result.values[static_cast<std::size_t>(j)] = solver.eigenvalues()(source);
    for (Eigen::Index i = 0; i < size; ++i) {
      result.vectors(static_cast<std::size_t>(i), static_cast<std::size_t>(j)) =
          solver.eigenvectors()(i, source);
    }
  }
  return result;
}

}  // namespace sfumato::stats
