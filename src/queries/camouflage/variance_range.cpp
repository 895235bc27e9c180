#include "queries/camouflage/variance_range.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "queries/engine.hpp"

namespace sfumato::queries {
namespace {

using Matrix = std::vector<std::vector<long double>>;

struct Covariances {
  Matrix values;
  long double error = 0;  // of each, at most
};

Covariances covariances(std::span<const std::int64_t> entries, std::size_t count) {
  const std::size_t records = entries.size() / count;
  Wide total = 0;
  for (const std::int64_t entry : entries) total += entry;
  // Squares about the mean are not much larger than the variances: this limits rounding.
  const auto middle = static_cast<std::int64_t>(total / static_cast<Wide>(entries.size()));
  Matrix products(count, std::vector<long double>(count, 0));
  std::vector<Wide> sums(count, 0);
  std::vector<long double> away(count);
  for (std::size_t i = 0; i < records; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      const std::int64_t own = entries[i * count + j] - middle;
      sums[j] += own;
      away[j] = static_cast<long double>(own);
    }
    for (std::size_t j = 0; j < count; ++j) {
      for (std::size_t m = 0; m <= j; ++m) products[j][m] += away[j] * away[m];
    }
  }
  const auto size = static_cast<long double>(records);
  Covariances result{std::move(products), 0};
  long double largest = 0;
  for (std::size_t j = 0; j < count; ++j) largest = std::max(largest, result.values[j][j] / size);
  // Each of n additions has an error of at most 2^-64 of the partial sum; by the Cauchy-Schwarz inequality no
  // sum of products exceeds the largest sum of squares.
  result.error = (size + 64) * std::ldexp(1.0L, -62) * largest;
  for (std::size_t j = 0; j < count; ++j) {
    for (std::size_t m = 0; m <= j; ++m) {
      result.values[j][m] = result.values[j][m] / size - static_cast<long double>(sums[j]) / size *
                                                             (static_cast<long double>(sums[m]) / size);
      result.values[m][j] = result.values[j][m];
    }
  }
  return result;
}

// Pairwise Frank-Wolfe with exact line search: moves weight from the vector with the greatest gradient to the
// one with the least, and keeps the best lower bound.
long double least_quadratic(const Matrix& matrix) {
  const std::size_t count = matrix.size();
  std::vector<long double> weights(count, 1.0L / static_cast<long double>(count)), slopes(count);
  long double best = 0;
  for (int step = 0; step < 500; ++step) {
    long double value = 0;
    for (std::size_t j = 0; j < count; ++j) {
      slopes[j] = 0;
      for (std::size_t m = 0; m < count; ++m) slopes[j] += matrix[j][m] * weights[m];
      value += weights[j] * slopes[j];
    }
    const auto to = static_cast<std::size_t>(std::min_element(slopes.begin(), slopes.end()) - slopes.begin());
    std::size_t from = to;
    for (std::size_t j = 0; j < count; ++j) {
      if (weights[j] > 0 && slopes[j] > slopes[from]) from = j;
    }
    best = std::max(best, 2 * slopes[to] - value);
    if (from == to || value - best <= 1e-9L * value) break;
    const long double curve = matrix[from][from] - 2 * matrix[from][to] + matrix[to][to];
    const long double wanted = curve > 0 ? (slopes[from] - slopes[to]) / curve : weights[from];
    const long double moved = std::min(wanted, weights[from]);
    weights[from] -= moved;
    weights[to] += moved;
  }
  return best;
}

}  // namespace

VarianceRange variance_range(std::span<const std::int64_t> entries, std::size_t count) {
  if (entries.size() / count < 2) return {};  // one number has no variance
  const Covariances found = covariances(entries, count);
  long double largest = 0;
  for (std::size_t j = 0; j < count; ++j) largest = std::max(largest, found.values[j][j]);
  constexpr long double near_one = 0x1p-58L;
  const long double smallest = std::max(0.0L, least_quadratic(found.values) - 8 * found.error);
  const long double low = std::max(0.0L, std::sqrt(smallest) * (1 - near_one) - 0.5L);
  const long double high = std::sqrt(largest + found.error) * (1 + near_one) + 0.5L;
  return {low * low * (1 - near_one), high * high * (1 + near_one)};
}

}  // namespace sfumato::queries
