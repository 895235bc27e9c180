// Both sides are whitened and the singular values of their cross products taken. Whitening through the
// cross products of the ranks is fast, and loses as many digits as their condition number has; beyond 1e5
// the columns are orthogonalized themselves, which distinguishes singular values down to 1e-10 of the largest
// from 0.
#include "stats/linear/canonical_correlation.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "stats/distributions/moments.hpp"
#include "stats/linear/cross_products.hpp"
#include "stats/linear/eigen.hpp"
#include "stats/linear/singular_values.hpp"

namespace sfumato::stats {
namespace {

constexpr double rank_tolerance = 1e-10;   // of the largest singular value
constexpr double well_conditioned = 1e-5;  // least eigenvalue of a correlation matrix, of the largest
constexpr double rounding = 1e-13;         // of a column's length: what is left of a dependent column

// Rows [row, row + rows) and columns [column, column + columns).
Matrix part(const Matrix& matrix, std::size_t row, std::size_t rows, std::size_t column,
            std::size_t columns) {
  Matrix result(rows, columns);
  for (std::size_t j = 0; j < columns; ++j) {
    for (std::size_t i = 0; i < rows; ++i) result(i, j) = matrix(row + i, column + j);
  }
  return result;
}

// V·diag(λ^−½) of a correlation matrix; nothing where it is ill-conditioned.
std::optional<Matrix> whitening(const Matrix& correlations) {
  const Eigensystem system = symmetric_eigensystem(correlations);
  if (system.values.back() < well_conditioned * system.values.front()) return std::nullopt;
  Matrix result = system.vectors;
  for (std::size_t j = 0; j < result.columns(); ++j) {
    for (double& entry : result.column(j)) entry /= std::sqrt(system.values[j]);
  }
  return result;
}

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

struct Factors {
  Matrix orthonormal;  // columns of length 1, or 0 where a column depends on those before it
  Matrix triangle;
};

// Gram and Schmidt, every column twice, which leaves the columns orthogonal to the last place: Giraud,
// Langou, Rozložník (2005), The loss of orthogonality in the Gram-Schmidt process.
Factors orthogonalized(const Matrix& ranks, const Run& run) {
  const std::size_t columns = ranks.columns();
  const double mean = (static_cast<double>(ranks.rows()) + 1.0) / 2.0;
  Factors result{ranks, Matrix(columns, columns)};
  for (std::size_t j = 0; j < columns; ++j) {
    run.check_stop();
    const std::span<double> column = result.orthonormal.column(j);
    for (double& value : column) value -= mean;
    const double length = std::sqrt(dot(column, column));
    for (int pass = 0; pass < 2; ++pass) {
      for (std::size_t k = 0; k < j; ++k) {
        const auto before = std::as_const(result.orthonormal).column(k);
        const double along = dot(before, column);
        for (std::size_t i = 0; i < column.size(); ++i) column[i] -= along * before[i];
        result.triangle(k, j) += along;
      }
    }
    const double left = std::sqrt(dot(column, column));
    const bool dependent = left <= rounding * length;
    for (double& value : column) value = dependent ? 0.0 : value / left;
    result.triangle(j, j) = dependent ? 0.0 : left;
  }
  return result;
}

// The left singular vectors that count, in terms of the orthonormal columns.
Matrix directions(const Factors& factors) {
  const SingularSystem system = singular_system(factors.triangle);
  std::size_t rank = 0;
  while (rank < system.values.size() && system.values[rank] > rank_tolerance * system.values[0]) ++rank;
  return part(system.left, 0, system.left.rows(), 0, rank);
}

CanonicalCorrelations correlated(const Matrix& left, const Matrix& between, const Matrix& right) {
  CanonicalCorrelations result;
  result.original_rank = left.columns();
  result.masked_rank = right.columns();
  result.values = singular_system(product(transposed(left), product(between, right))).values;
  for (double& value : result.values) value = std::min(value, 1.0);
  return result;
}

CanonicalCorrelations by_orthogonalization(const Matrix& original, const Matrix& masked, const Run& run) {
  const Factors x = orthogonalized(original, run), y = orthogonalized(masked, run);
  Matrix between(original.columns(), masked.columns());
  run.parallel(masked.columns(), [&](std::size_t j) {
    for (std::size_t i = 0; i < original.columns(); ++i) {
      between(i, j) = dot(x.orthonormal.column(i), y.orthonormal.column(j));
    }
  });
  return correlated(directions(x), between, directions(y));
}

}  // namespace

CanonicalCorrelations canonical_correlations(const Matrix& original, const Matrix& masked, const Run& run) {
  std::vector<std::span<const double>> columns = columns_of(original);
  for (const auto& column : columns_of(masked)) columns.push_back(column);
  const std::size_t m = original.columns(), other = masked.columns();
  const Matrix products = rank_products(columns, run);
  bool constant = false;
  for (std::size_t j = 0; j < m + other; ++j) constant = constant || !(products(j, j) > 0.0);
  if (!constant) {
    const Matrix correlations = correlation(products);
    const auto left = whitening(part(correlations, 0, m, 0, m));
    const auto right = whitening(part(correlations, m, other, m, other));
    if (left && right) return correlated(*left, part(correlations, 0, m, m, other), *right);
  }
  return by_orthogonalization(original, masked, run);
}

}  // namespace sfumato::stats
