// The covariance matrix of records that come in blocks, over the records that have both columns of a pair.
// Sums are exact until they are read, so that they have the same bits for blocks of any size in any order.
#pragma once

#include <limits>
#include <vector>

#include "core/exact_sum.hpp"
#include "core/run.hpp"
#include "core/value.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::masking {

class PassedCovariance {
 public:
  static constexpr std::size_t passes = 2;

  explicit PassedCovariance(std::size_t columns);

  // Means first, then products of deviations. NaN is missing.
  void observe(std::size_t pass, const stats::Matrix& block, const Run& run);
  void finish(std::size_t pass);
  Value partial(std::size_t pass) const;
  void merge(std::size_t pass, const Value& part);

  // As stats::available_covariance of all records, but for rounding; zeros where fewer than two have both.
  stats::Matrix covariance() const;
  double mean(std::size_t column) const { return single_[column].mean; }
  // Are all present values of the column equal?
  bool constant(std::size_t column) const { return single_[column].lowest >= single_[column].highest; }

 private:
  struct Single {
    std::size_t count = 0;
    ExactSum sum;
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    double mean = 0.0;
  };
  // Values of the first column in records that miss the second.
  struct Lone {
    std::size_t count = 0;
    ExactSum sum;
  };
  // Means of the first and the second column over the records that have both.
  struct Pair {
    double mean_a = 0.0, mean_b = 0.0;
    std::size_t count = 0;
    ExactSum products;
  };

  void observe_values(const stats::Matrix& block, std::size_t column);
  void observe_products(const stats::Matrix& block, std::size_t place);
  Lone& lone(std::size_t a, std::size_t b) { return lone_[a * single_.size() + b]; }

  std::vector<Single> single_;
  std::vector<Lone> lone_;
  std::vector<std::pair<std::size_t, std::size_t>> places_;  // of pairs a ≤ b
  std::vector<Pair> pairs_;
};

}  // namespace sfumato::masking
