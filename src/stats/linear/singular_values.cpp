// The adapter to Eigen's Jacobi solver, which is slow on large matrices and accurate on all.
#include "stats/linear/singular_values.hpp"

#include <Eigen/SVD>

namespace sfumato::stats {

SingularSystem singular_system(const Matrix& matrix) {
  const std::size_t count = std::min(matrix.rows(), matrix.columns());
  if (count == 0) return {{}, Matrix(matrix.rows(), 0)};
  const Eigen::MatrixXd copy =
      Eigen::Map<const Eigen::MatrixXd>(matrix.column(0).data(), static_cast<Eigen::Index>(matrix.rows()),
                                        static_cast<Eigen::Index>(matrix.columns()));
  const Eigen::JacobiSVD<Eigen::MatrixXd> solver(copy, Eigen::ComputeThinU);
  SingularSystem result{std::vector<double>(count), Matrix(matrix.rows(), count)};
  for (std::size_t j = 0; j < count; ++j) {
    const auto column = static_cast<Eigen::Index>(j);
    result.values[j] = solver.singularValues()(column);
    for (std::size_t i = 0; i < matrix.rows(); ++i) {
      result.left(i, j) = solver.matrixU()(static_cast<Eigen::Index>(i), column);
    }
  }
  return result;
}

}  // namespace sfumato::stats
