// Correlations of ranks and conditional normal distributions, all through eigensystems, since the
// matrices may be singular or not quite positive.
#include "stats/distributions/normal_copula.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/vector_clones.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/linear/cross_products.hpp"
#include "stats/linear/eigen.hpp"

namespace sfumato::stats {
namespace {

constexpr double negligible = 1e-10;  // of the largest eigenvalue

// Taylor's series; exact to the last place for |x| ≤ π/6, and to the one before it for |x| ≤ π/2.
double small_sine(double x) {
  double term = x, sum = 0.0;
  for (int power = 1; power < 26; power += 2) {
    sum += term;
    term *= -x * x / static_cast<double>((power + 1) * (power + 2));
  }
  return sum;
}

SFUMATO_VECTOR_CLONES
void add_multiple(double* target, double factor, const double* source, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) target[i] += factor * source[i];
}

}  // namespace

Matrix rank_correlation(const std::vector<std::vector<double>>& ranks, const Run& run) {
  return correlation(rank_products({ranks.begin(), ranks.end()}, run));
}

Matrix normal_correlation(const Matrix& spearman) {
  Matrix result(spearman.rows(), spearman.columns());
  for (std::size_t j = 0; j < result.columns(); ++j) {
    for (std::size_t i = 0; i < result.rows(); ++i) {
      const double rho = std::clamp(spearman(i, j), -1.0, 1.0);
      result(i, j) = i == j ? 1.0 : 2.0 * small_sine(std::numbers::pi / 6.0 * rho);
    }
  }
  return result;
}

double correlation_of_tau(double tau) {
  return std::clamp(small_sine(std::numbers::pi / 2.0 * std::clamp(tau, -1.0, 1.0)), -1.0, 1.0);
}

Matrix clipped_correlation(const Matrix& symmetric) {
  const std::size_t size = symmetric.rows();
  const Eigensystem system = symmetric_eigensystem(symmetric);
  Matrix clipped(size, size);
  for (std::size_t axis = 0; axis < size; ++axis) {
    const double value = std::max(system.values[axis], 0.0);
    for (std::size_t j = 0; j < size; ++j) {
      for (std::size_t i = 0; i < size; ++i) {
        clipped(i, j) += system.vectors(i, axis) * value * system.vectors(j, axis);
      }
    }
  }
  return correlation(clipped);
}

ConditionalNormal conditional_normal(const Matrix& correlation, std::size_t first) {
  const std::size_t last = correlation.rows() - first;
  Matrix known(first, first), covariance(last, last);
  for (std::size_t i = 0; i < first; ++i) {
    for (std::size_t j = 0; j < first; ++j) known(i, j) = correlation(i, j);
  }
  for (std::size_t i = 0; i < last; ++i) {
    for (std::size_t j = 0; j < last; ++j) covariance(i, j) = correlation(first + i, first + j);
  }
  ConditionalNormal result{Matrix(last, first), Matrix(last, last)};
  const Eigensystem axes = first == 0 ? Eigensystem{} : symmetric_eigensystem(known);
  for (std::size_t axis = 0; axis < first; ++axis) {
    if (axes.values[axis] <= negligible * axes.values[0]) continue;
    std::vector<double> along(last, 0.0);  // covariances with the axis
    for (std::size_t i = 0; i < last; ++i) {
      for (std::size_t j = 0; j < first; ++j) along[i] += correlation(first + i, j) * axes.vectors(j, axis);
    }
    for (std::size_t i = 0; i < last; ++i) {
      for (std::size_t j = 0; j < first; ++j) {
        result.slopes(i, j) += along[i] / axes.values[axis] * axes.vectors(j, axis);
      }
      for (std::size_t j = 0; j < last; ++j) covariance(i, j) -= along[i] * along[j] / axes.values[axis];
    }
  }
  const Eigensystem rest = symmetric_eigensystem(covariance);
  for (std::size_t j = 0; j < last; ++j) {
    const double scale = std::sqrt(std::max(rest.values[j], 0.0));
    for (std::size_t i = 0; i < last; ++i) result.root(i, j) = scale * rest.vectors(i, j);
  }
  return result;
}

void add_draws(const ConditionalNormal& model, const Matrix& terms, Matrix& draws, std::size_t row) {
  const std::size_t first = model.slopes.columns();
  for (std::size_t j = 0; j < model.root.rows(); ++j) {
    for (std::size_t k = 0; k < terms.columns(); ++k) {
      const double factor = k < first ? model.slopes(j, k) : model.root(j, k - first);
      add_multiple(draws.column(j).data() + row, factor, terms.column(k).data(), terms.rows());
    }
  }
}

}  // namespace sfumato::stats
