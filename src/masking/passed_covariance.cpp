#include "masking/passed_covariance.hpp"

#include <algorithm>
#include <cmath>

namespace sfumato::masking {
namespace {

constexpr std::size_t together = 4;         // sums at a time, which do not wait for each other
constexpr std::size_t rows_at_once = 1024;  // which stay in the cache

bool misses(std::span<const double> values) {
  return std::any_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
}

// Adds Σ x·y over rows [begin, end) to the sums of column a with columns first, first + 1, …
void add_products(const stats::Matrix& centred, std::size_t a, std::size_t first, std::size_t begin,
                  std::size_t end, stats::Matrix& sums) {
  const std::size_t count = std::min(together, centred.columns() - first);
  const double* x = centred.column(a).data();
  double sum[together] = {};
  const double* y[together] = {};
  for (std::size_t b = 0; b < together; ++b) {
    const std::size_t column = first + std::min(b, count - 1);
    sum[b] = sums(column, a);
    y[b] = centred.column(column).data();
  }
  for (std::size_t i = begin; i < end; ++i) {
    for (std::size_t b = 0; b < together; ++b) sum[b] += x[i] * y[b][i];
  }
  for (std::size_t b = 0; b < count; ++b) sums(first + b, a) = sum[b];
}

}  // namespace

PassedCovariance::PassedCovariance(std::size_t columns)
    : columns_(columns),
      sums_(columns, 0.0),
      means_(columns, 0.0),
      first_(columns, 0.0),
      counts_(columns, 0),
      constant_(columns, true),
      pairs_(columns * columns),
      products_(columns, columns) {}

void PassedCovariance::observe(std::size_t pass, const stats::Matrix& block) {
  pass == 0 ? observe_sums(block) : observe_products(block);
}

void PassedCovariance::separate(std::size_t a, std::size_t b) {
  Pair& sums = pair(a, b);
  if (sums.apart) return;
  sums = {true, sums_[a], sums_[b], 0.0, counts_[a]};
}

void PassedCovariance::observe_sums(const stats::Matrix& block) {
  for (std::size_t j = 0; j < columns_; ++j) {
    if (!misses(block.column(j))) continue;
    for (std::size_t other = 0; other < columns_; ++other) separate(std::min(j, other), std::max(j, other));
  }
  for (std::size_t a = 0; a < columns_; ++a) {
    for (std::size_t b = a; b < columns_; ++b) {
      Pair& sums = pair(a, b);
      if (!sums.apart) continue;
      const auto first = block.column(a), second = block.column(b);
      for (std::size_t i = 0; i < block.rows(); ++i) {
        if (std::isnan(first[i]) || std::isnan(second[i])) continue;
        sums.sum_a += first[i];
        sums.sum_b += second[i];
        ++sums.count;
      }
    }
  }
  for (std::size_t j = 0; j < columns_; ++j) {
    for (const double value : block.column(j)) {
      if (std::isnan(value)) continue;
      sums_[j] += value;
      if (counts_[j]++ == 0) first_[j] = value;
      if (value != first_[j]) constant_[j] = false;
    }
  }
}

void PassedCovariance::observe_products(const stats::Matrix& block) {
  stats::Matrix centred(block.rows(), columns_);
  for (std::size_t j = 0; j < columns_; ++j) {
    for (std::size_t i = 0; i < block.rows(); ++i) centred(i, j) = block(i, j) - means_[j];
  }
  for (std::size_t begin = 0; begin < block.rows(); begin += rows_at_once) {
    const std::size_t end = std::min(block.rows(), begin + rows_at_once);
    for (std::size_t a = 0; a < columns_; ++a) {
      for (std::size_t first = a; first < columns_; first += together) {
        add_products(centred, a, first, begin, end, products_);
      }
    }
  }
  for (std::size_t a = 0; a < columns_; ++a) {
    for (std::size_t b = a; b < columns_; ++b) {
      Pair& sums = pair(a, b);
      if (!sums.apart || sums.count < 2) continue;
      const double mean_a = sums.sum_a / static_cast<double>(sums.count);
      const double mean_b = sums.sum_b / static_cast<double>(sums.count);
      const auto first = block.column(a), second = block.column(b);
      for (std::size_t i = 0; i < block.rows(); ++i) {
        if (std::isnan(first[i]) || std::isnan(second[i])) continue;
        sums.products += (first[i] - mean_a) * (second[i] - mean_b);
      }
    }
  }
}

void PassedCovariance::finish(std::size_t pass) {
  if (pass > 0) return;
  for (std::size_t j = 0; j < columns_; ++j) {
    if (counts_[j] > 0) means_[j] = sums_[j] / static_cast<double>(counts_[j]);
  }
}

stats::Matrix PassedCovariance::covariance() const {
  stats::Matrix result(columns_, columns_);
  for (std::size_t a = 0; a < columns_; ++a) {
    for (std::size_t b = a; b < columns_; ++b) {
      const Pair& sums = pair(a, b);
      const std::size_t count = sums.apart ? sums.count : counts_[a];
      if (count < 2) continue;
      const double products = sums.apart ? sums.products : products_(b, a);
      result(a, b) = result(b, a) = products / static_cast<double>(count - 1);
    }
  }
  return result;
}

}  // namespace sfumato::masking
