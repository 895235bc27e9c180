// Draws are made orthonormal by Householder reflections, and signs are fixed so that the result is
// what Gram and Schmidt would give: evenly distributed over all such records.
#include "stats/distributions/exact_normal.hpp"

#include <Eigen/QR>
#include <cmath>
#include <utility>

#include "stats/distributions/moments.hpp"

namespace sfumato::stats {
namespace {

using Dense = Eigen::MatrixXd;
using Index = Eigen::Index;

constexpr double rank_tolerance = 1e-10;

Eigen::Map<const Dense> view(const Matrix& matrix) {
  return {matrix.columns() == 0 ? nullptr : matrix.column(0).data(), static_cast<Index>(matrix.rows()),
          static_cast<Index>(matrix.columns())};
}

Eigen::Map<Dense> view(Matrix& matrix) {
  return {matrix.columns() == 0 ? nullptr : matrix.column(0).data(), static_cast<Index>(matrix.rows()),
          static_cast<Index>(matrix.columns())};
}

// An orthonormal basis of the columns.
Dense basis(const Matrix& design) {
  Eigen::ColPivHouseholderQR<Dense> factors(view(design));
  factors.setThreshold(rank_tolerance);
  return factors.householderQ() * Dense::Identity(static_cast<Index>(design.rows()), factors.rank());
}

void add_dummies(std::vector<std::vector<double>>& result, const Codes& codes) {
  for (std::size_t label = 1; label < codes.labels.size(); ++label) {
    std::vector<double> dummy(codes.codes.size());
    bool used = false;
    for (std::size_t row = 0; row < dummy.size(); ++row) {
      dummy[row] = codes.codes[row] == static_cast<std::int32_t>(label) ? 1.0 : 0.0;
      used = used || dummy[row] > 0.0;
    }
    if (used) result.push_back(std::move(dummy));
  }
}

}  // namespace

Matrix design_matrix(const Table& table, const ColumnSet& columns) {
  std::vector<std::vector<double>> predictors{std::vector<double>(table.rows(), 1.0)};
  for (const ColumnId id : columns) {
    if (const Codes* codes = table.column(id).get_if<Codes>()) {
      add_dummies(predictors, *codes);
      continue;
    }
    std::vector<double> values = table.column(id).to_numbers();
    const Moments column = moments(values);
    if (column.squares == 0.0) continue;
    for (double& value : values) value = std::isnan(value) ? 0.0 : (value - column.mean) / column.sd();
    predictors.push_back(std::move(values));
  }
  Matrix design(table.rows(), predictors.size());
  for (std::size_t j = 0; j < predictors.size(); ++j) {
    std::copy(predictors[j].begin(), predictors[j].end(), design.column(j).begin());
  }
  return design;
}

LeastSquares least_squares(const Matrix& design, const Matrix& responses) {
  Eigen::ColPivHouseholderQR<Dense> factors(view(design));
  factors.setThreshold(rank_tolerance);
  LeastSquares result;
  result.rank = static_cast<std::size_t>(factors.rank());
  // Around the means: a large mean would cause rounding errors.
  Matrix residuals(responses.rows(), responses.columns());
  for (std::size_t j = 0; j < responses.columns(); ++j) {
    result.means.push_back(mean(responses.column(j)));
    for (std::size_t i = 0; i < responses.rows(); ++i) residuals(i, j) = responses(i, j) - result.means[j];
  }
  result.coefficients = Matrix(design.columns(), responses.columns());
  view(result.coefficients) = factors.solve(view(std::as_const(residuals)));
  view(residuals) -= view(design) * view(std::as_const(result.coefficients));
  result.residual_covariance = covariance(residuals);
  return result;
}

Matrix LeastSquares::predicted(const Matrix& design) const {
  Matrix result(design.rows(), means.size());
  view(result) = view(design) * view(coefficients);
  for (std::size_t j = 0; j < means.size(); ++j) {
    for (double& value : result.column(j)) value += means[j];
  }
  return result;
}

Matrix exact_normal(const Matrix& design, const Matrix& root, Rng& rng) {
  const auto rows = static_cast<Index>(design.rows()), factors = static_cast<Index>(root.columns());
  Matrix result(design.rows(), root.rows());
  if (factors == 0) return result;
  Dense draws(rows, factors);
  for (Index f = 0; f < factors; ++f) {
    for (Index i = 0; i < rows; ++i) draws(i, f) = rng.normal();
  }
  const Dense space = basis(design);
  for (int pass = 0; pass < 2; ++pass) draws -= space * (space.transpose() * draws);
  const Eigen::HouseholderQR<Dense> qr(draws);
  Dense orthonormal = qr.householderQ() * Dense::Identity(rows, factors);
  for (int pass = 0; pass < 2; ++pass) orthonormal -= space * (space.transpose() * orthonormal);
  for (Index f = 0; f < factors; ++f) {
    if (qr.matrixQR()(f, f) < 0.0) orthonormal.col(f) = -orthonormal.col(f);
  }
  view(result) = std::sqrt(static_cast<double>(rows - 1)) * orthonormal * view(root).transpose();
  return result;
}

}  // namespace sfumato::stats
