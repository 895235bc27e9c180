// Two projections in turn: negative eigenvalues become 0, then the diagonal becomes 1. With the correction
// they converge to the nearest point of both sets, not to any common point.
#include "stats/linear/nearest_correlation.hpp"

#include <algorithm>
#include <cmath>

#include "stats/distributions/normal_copula.hpp"
#include "stats/linear/eigen.hpp"

namespace sfumato::stats {
namespace {

constexpr double tolerance = 1e-10;  // of the matrix's norm
constexpr int most_rounds = 500;

Matrix without_negative_axes(const Matrix& symmetric) {
  const std::size_t size = symmetric.rows();
  const Eigensystem system = symmetric_eigensystem(symmetric);
  Matrix result(size, size);
  for (std::size_t axis = 0; axis < size && system.values[axis] > 0.0; ++axis) {
    for (std::size_t j = 0; j < size; ++j) {
      const double factor = system.values[axis] * system.vectors(j, axis);
      for (std::size_t i = 0; i < size; ++i) result(i, j) += factor * system.vectors(i, axis);
    }
  }
  return result;
}

void set_unit_diagonal(Matrix& matrix) {
  for (std::size_t i = 0; i < matrix.rows(); ++i) matrix(i, i) = 1.0;
}

template <class Term>
Matrix filled(std::size_t size, const Term& term) {
  Matrix result(size, size);
  for (std::size_t j = 0; j < size; ++j) {
    for (std::size_t i = 0; i < size; ++i) result(i, j) = term(i, j);
  }
  return result;
}

}  // namespace

double frobenius_distance(const Matrix& a, const Matrix& b) {
  double sum = 0.0;
  for (std::size_t j = 0; j < a.columns(); ++j) {
    for (std::size_t i = 0; i < a.rows(); ++i) sum += (a(i, j) - b(i, j)) * (a(i, j) - b(i, j));
  }
  return std::sqrt(sum);
}

Matrix nearest_correlation(const Matrix& symmetric) {
  const std::size_t size = symmetric.rows();
  Matrix unit = symmetric, correction(size, size);
  set_unit_diagonal(unit);
  for (int round = 0; round < most_rounds; ++round) {
    const Matrix corrected =
        filled(size, [&](std::size_t i, std::size_t j) { return unit(i, j) - correction(i, j); });
    const Matrix positive = without_negative_axes(corrected);
    correction = filled(size, [&](std::size_t i, std::size_t j) { return positive(i, j) - corrected(i, j); });
    Matrix next = positive;
    set_unit_diagonal(next);
    const double allowed = tolerance * static_cast<double>(size);
    const bool settled =
        frobenius_distance(next, unit) <= allowed && frobenius_distance(next, positive) <= allowed;
    unit = std::move(next);
    if (settled) break;
  }
  return clipped_correlation(unit);  // what the last round left beside a unit diagonal
}

}  // namespace sfumato::stats
