// Two-pass moments: the mean first, then sums of products of deviations.
#include "stats/distributions/moments.hpp"

#include <algorithm>
#include <cmath>

#include "core/exact_sum.hpp"
#include "core/number_limits.hpp"

namespace sfumato::stats {

double Moments::sd() const { return std::sqrt(variance()); }

namespace {

struct Sum {
  double value = 0.0;
  std::size_t count = 0;
  double mean() const { return count == 0 ? 0.0 : value / static_cast<double>(count); }
};

Sum sum_of(std::span<const double> values) {
  Sum sum;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    sum.value += value;
    ++sum.count;
  }
  return sum;
}

}  // namespace

double mean(std::span<const double> values) { return sum_of(values).mean(); }

Moments moments(std::span<const double> values) {
  const Sum sum = sum_of(values);
  Moments result{sum.count, sum.mean(), 0.0};
  for (const double value : values) {
    if (std::isnan(value)) continue;
    const double deviation = value - result.mean;
    result.squares += deviation * deviation;
  }
  return result;
}

Moments exact_moments(std::span<const double> values) {
  ExactSum sum, squares;
  Moments result;
  double lowest = infinity, highest = -infinity;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    sum.add(value);
    ++result.count;
    lowest = std::min(lowest, value);
    highest = std::max(highest, value);
  }
  if (result.count == 0) return result;
  result.mean = lowest == highest ? lowest : sum.value() / static_cast<double>(result.count);
  if (lowest == highest) return result;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    const double deviation = value - result.mean;
    squares.add(deviation * deviation);
  }
  result.squares = squares.value();
  return result;
}

namespace {

constexpr std::size_t together = 4;     // sums at a time, which do not wait for each other
constexpr std::size_t block = 1 << 10;  // rows at a time, which stay in the cache

// Adds Σ column a × column b over rows [begin, end) to sums[b − first], for up to four consecutive b.
void add_products(const Matrix& data, std::size_t a, std::size_t first, std::size_t begin, std::size_t end,
                  double* sums) {
  const double* x = data.column(a).data();
  const std::size_t rows = data.rows(), count = std::min(together, data.columns() - first);
  const double* y = data.column(first).data();
  if (count < together) {
    for (std::size_t b = 0; b < count; ++b, y += rows) {
      double sum = sums[b];
      for (std::size_t i = begin; i < end; ++i) sum += x[i] * y[i];
      sums[b] = sum;
    }
    return;
  }
  double s0 = sums[0], s1 = sums[1], s2 = sums[2], s3 = sums[3];
  for (std::size_t i = begin; i < end; ++i) {
    s0 += x[i] * y[i];
    s1 += x[i] * y[i + rows];
    s2 += x[i] * y[i + 2 * rows];
    s3 += x[i] * y[i + 3 * rows];
  }
  sums[0] = s0;
  sums[1] = s1;
  sums[2] = s2;
  sums[3] = s3;
}

}  // namespace

// Every sum runs in row order, whatever the blocks.
Matrix covariance(const Matrix& data) {
  const std::size_t m = data.columns();
  Matrix result(m, m);
  if (data.rows() < 2) return result;
  Matrix centred(data.rows(), m);
  for (std::size_t j = 0; j < m; ++j) {
    const double centre = mean(data.column(j));
    for (std::size_t i = 0; i < data.rows(); ++i) centred(i, j) = data(i, j) - centre;
  }
  for (std::size_t begin = 0; begin < data.rows(); begin += block) {
    const std::size_t end = std::min(data.rows(), begin + block);
    for (std::size_t a = 0; a < m; ++a) {
      for (std::size_t first = a; first < m; first += together) {
        add_products(centred, a, first, begin, end, &result(first, a));
      }
    }
  }
  const auto divisor = static_cast<double>(data.rows() - 1);
  for (std::size_t a = 0; a < m; ++a) {
    for (std::size_t b = a; b < m; ++b) result(a, b) = result(b, a) = result(b, a) / divisor;
  }
  return result;
}

Matrix available_covariance(const Matrix& data) {
  const std::size_t m = data.columns();
  bool complete = true;
  for (std::size_t j = 0; j < m; ++j) complete = complete && moments(data.column(j)).count == data.rows();
  if (complete) return covariance(data);
  Matrix result(m, m);
  for (std::size_t a = 0; a < m; ++a) {
    for (std::size_t b = a; b < m; ++b) {
      const auto first = data.column(a), second = data.column(b);
      double sum_a = 0.0, sum_b = 0.0, products = 0.0;
      std::size_t count = 0;
      const auto for_both = [&](const auto& body) {
        for (std::size_t i = 0; i < data.rows(); ++i) {
          if (!std::isnan(first[i]) && !std::isnan(second[i])) body(first[i], second[i]);
        }
      };
      for_both([&](double x, double y) {
        sum_a += x;
        sum_b += y;
        ++count;
      });
      if (count < 2) continue;
      const double mean_a = sum_a / static_cast<double>(count), mean_b = sum_b / static_cast<double>(count);
      for_both([&](double x, double y) { products += (x - mean_a) * (y - mean_b); });
      result(a, b) = result(b, a) = products / static_cast<double>(count - 1);
    }
  }
  return result;
}

Matrix correlation(const Matrix& covariance) {
  const std::size_t m = covariance.columns();
  Matrix result(m, m);
  for (std::size_t a = 0; a < m; ++a) {
    for (std::size_t b = 0; b < m; ++b) {
      const double scale = std::sqrt(covariance(a, a)) * std::sqrt(covariance(b, b));
      result(a, b) = a == b ? 1.0 : scale > 0.0 ? covariance(a, b) / scale : 0.0;
    }
  }
  return result;
}

Matrix standardized(const Matrix& data) {
  Matrix result(data.rows(), data.columns());
  for (std::size_t j = 0; j < data.columns(); ++j) {
    const Moments column = moments(data.column(j));
    const double sd = column.sd();
    for (std::size_t i = 0; i < data.rows(); ++i) {
      const double deviation = data(i, j) - column.mean;
      result(i, j) = sd > 0.0 ? deviation / sd : deviation * 0.0;
    }
  }
  return result;
}

}  // namespace sfumato::stats
