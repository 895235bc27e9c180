// Two-pass moments: the mean first, then sums of products of deviations.
#include "stats/moments.hpp"

#include <cmath>

namespace sfumato::stats {

double Moments::sd() const { return std::sqrt(variance()); }

Moments moments(std::span<const double> values) {
  Moments result;
  double sum = 0.0;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    sum += value;
    ++result.count;
  }
  if (result.count == 0) return result;
  result.mean = sum / static_cast<double>(result.count);
  for (const double value : values) {
    if (std::isnan(value)) continue;
    const double deviation = value - result.mean;
    result.squares += deviation * deviation;
  }
  return result;
}

Matrix covariance(const Matrix& data) {
  const std::size_t m = data.columns();
  Matrix centred(data.rows(), m);
  for (std::size_t j = 0; j < m; ++j) {
    const double mean = moments(data.column(j)).mean;
    for (std::size_t i = 0; i < data.rows(); ++i) centred(i, j) = data(i, j) - mean;
  }
  Matrix result(m, m);
  if (data.rows() < 2) return result;
  const auto divisor = static_cast<double>(data.rows() - 1);
  for (std::size_t a = 0; a < m; ++a) {
    for (std::size_t b = a; b < m; ++b) {
      double sum = 0.0;
      for (std::size_t i = 0; i < data.rows(); ++i) sum += centred(i, a) * centred(i, b);
      result(a, b) = result(b, a) = sum / divisor;
    }
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
