// The covariance matrix of records that come in blocks, over the records that have both columns of a pair.
// Sums run in the order of the records, so that blocks of any size give the same bits.
#pragma once

#include <vector>

#include "stats/linear/matrix.hpp"

namespace sfumato::masking {

class PassedCovariance {
 public:
  static constexpr std::size_t passes = 2;

  explicit PassedCovariance(std::size_t columns);

  // Means first, then products of deviations. NaN is missing.
  void observe(std::size_t pass, const stats::Matrix& block);
  void finish(std::size_t pass);

  // As stats::available_covariance of all records; zeros where fewer than two have both.
  stats::Matrix covariance() const;
  double mean(std::size_t column) const { return means_[column]; }
  // Are all present values of the column equal?
  bool constant(std::size_t column) const { return constant_[column]; }

 private:
  // A pair of columns once one of them misses a value; before that its sums are those of the columns.
  struct Pair {
    bool apart = false;
    double sum_a = 0.0, sum_b = 0.0, products = 0.0;
    std::size_t count = 0;
  };
  Pair& pair(std::size_t a, std::size_t b) { return pairs_[a * columns_ + b]; }
  const Pair& pair(std::size_t a, std::size_t b) const { return pairs_[a * columns_ + b]; }
  void separate(std::size_t a, std::size_t b);
  void observe_sums(const stats::Matrix& block);
  void observe_products(const stats::Matrix& block);

  std::size_t columns_;
  std::vector<double> sums_, means_, first_;
  std::vector<std::size_t> counts_;
  std::vector<bool> constant_;
  std::vector<Pair> pairs_;  // of a ≤ b
  stats::Matrix products_;   // of pairs that miss nothing
};

}  // namespace sfumato::masking
