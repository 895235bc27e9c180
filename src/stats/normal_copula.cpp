// Correlations of ranks and what a normal vector makes of them, all through eigensystems, since the
// matrices may be singular or not quite positive.
#include "stats/normal_copula.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stats/eigen.hpp"
#include "stats/moments.hpp"
#include "stats/vector_clones.hpp"

namespace sfumato::stats {
namespace {

constexpr double negligible = 1e-10;  // of the largest eigenvalue
constexpr std::size_t block_rows = 2048;

// Four sums side by side, so that one addition does not wait for the last.
double product_sum(const double* a, const double* b, std::size_t count) {
  double sums[4] = {};
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += a[i + lane] * b[i + lane];
  }
  for (; i < count; ++i) sums[0] += a[i] * b[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// Taylor's series; exact to the last place for |x| ≤ π/6.
double small_sine(double x) {
  double term = x, sum = 0.0;
  for (int power = 1; power < 20; power += 2) {
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
  const std::size_t columns = ranks.size(), rows = columns == 0 ? 0 : ranks.front().size();
  const double mean = (static_cast<double>(rows) + 1.0) / 2.0;
  std::vector<Matrix> sums((rows + block_rows - 1) / block_rows);
  run.blocks(rows, block_rows, [&](std::size_t block, std::size_t begin, std::size_t end) {
    Matrix centred(end - begin, columns);
    sums[block] = Matrix(columns, columns);
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t i = begin; i < end; ++i) centred(i - begin, j) = ranks[j][i] - mean;
      for (std::size_t k = 0; k <= j; ++k) {
        sums[block](j, k) = product_sum(centred.column(j).data(), centred.column(k).data(), end - begin);
      }
    }
  });
  Matrix total(columns, columns);
  for (const Matrix& sum : sums) {
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t k = 0; k <= j; ++k) total(j, k) += sum(j, k);
    }
  }
  for (std::size_t j = 0; j < columns; ++j) {
    for (std::size_t k = 0; k < j; ++k) total(k, j) = total(j, k);
  }
  return correlation(total);
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
