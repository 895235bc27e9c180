// Pairwise correlations, their leading eigenvector, and records projected onto it.
#include "stats/linear/principal_component.hpp"

#include <cmath>
#include <limits>

#include "stats/distributions/moments.hpp"
#include "stats/linear/eigen.hpp"

namespace sfumato::stats {
namespace {

double pair_correlation(std::span<const double> a, std::span<const double> b) {
  double sum_a = 0.0, sum_b = 0.0, count = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a[i]) || std::isnan(b[i])) continue;
    sum_a += a[i];
    sum_b += b[i];
    count += 1.0;
  }
  const double mean_a = sum_a / count, mean_b = sum_b / count;
  double products = 0.0, squares_a = 0.0, squares_b = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a[i]) || std::isnan(b[i])) continue;
    const double deviation_a = a[i] - mean_a, deviation_b = b[i] - mean_b;
    products += deviation_a * deviation_b;
    squares_a += deviation_a * deviation_a;
    squares_b += deviation_b * deviation_b;
  }
  const double scale = std::sqrt(squares_a) * std::sqrt(squares_b);
  return count >= 2.0 && scale > 0.0 ? products / scale : 0.0;
}

}  // namespace

Matrix pairwise_correlation(const Matrix& data) {
  Matrix result(data.columns(), data.columns());
  for (std::size_t a = 0; a < data.columns(); ++a) {
    result(a, a) = 1.0;
    for (std::size_t b = a + 1; b < data.columns(); ++b)
      result(a, b) = result(b, a) = pair_correlation(data.column(a), data.column(b));
  }
  return result;
}

std::vector<double> first_component(const Matrix& data) {
  constexpr double vanishing = 1e-9;
  std::vector<std::size_t> varying;
  for (std::size_t j = 0; j < data.columns(); ++j) {
    if (moments(data.column(j)).squares > 0.0) varying.push_back(j);
  }
  std::vector<double> loadings(data.columns(), 0.0);
  if (varying.empty()) return loadings;
  const Matrix all = pairwise_correlation(data);
  Matrix correlations(varying.size(), varying.size());
  for (std::size_t a = 0; a < varying.size(); ++a) {
    for (std::size_t b = 0; b < varying.size(); ++b) correlations(a, b) = all(varying[a], varying[b]);
  }
  const Eigensystem system = symmetric_eigensystem(correlations);
  double sum = 0.0, first = 0.0;
  for (std::size_t a = 0; a < varying.size(); ++a) {
    const double loading = system.vectors(a, 0);
    loadings[varying[a]] = loading;
    sum += loading;
    if (first == 0.0 && std::fabs(loading) > vanishing) first = loading;
  }
  if ((std::fabs(sum) > vanishing ? sum : first) < 0.0) {
    for (double& loading : loadings) loading = -loading;
  }
  return loadings;
}

std::vector<double> projected(const Matrix& scores, const std::vector<double>& weights) {
  std::vector<double> result(scores.rows(), 0.0);
  for (std::size_t i = 0; i < result.size(); ++i) {
    std::size_t present = 0;
    for (std::size_t j = 0; j < weights.size(); ++j) {
      if (std::isnan(scores(i, j))) continue;
      result[i] += weights[j] * scores(i, j);
      ++present;
    }
    if (present == 0) {
      result[i] = std::numeric_limits<double>::quiet_NaN();
    } else if (present < weights.size()) {
      result[i] *= static_cast<double>(weights.size()) / static_cast<double>(present);
    }
  }
  return result;
}

}  // namespace sfumato::stats
