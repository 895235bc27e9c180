// How far statistics of a masked file lie from those of the original: data, means, covariances,
// variances, correlations and principal components, each by three kinds of error.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "core/measure.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// Mean square error, mean absolute error and mean variation |a − b|/|a| over many pairs. A pair
// whose original is 0 has no variation: it is skipped there and counted.
class Discrepancy {
 public:
  void add(double original, double masked, double weight = 1.0);

  double mean_square() const { return divided(squares_, count_); }
  double mean_absolute() const { return divided(absolutes_, count_); }
  double mean_variation() const { return divided(variations_, count_ - zeros_); }
  std::uint64_t zeros() const { return zeros_; }
  // Divides by this many pairs, also where fewer are added.
  void count_as(std::uint64_t pairs) { count_ = pairs; }
  // A pair without a value: it is left out of all three errors and counted.
  void leave_out() { ++undefined_; }
  // {"mse", "mae", "mv"}, and "zero_denominators" and "undefined" where there were some.
  Value to_value() const;

 private:
  static double divided(double sum, std::uint64_t count) {
    return count == 0 ? 0.0 : sum / static_cast<double>(count);
  }

  double squares_ = 0.0, absolutes_ = 0.0, variations_ = 0.0;
  std::uint64_t count_ = 0, zeros_ = 0, undefined_ = 0;
};

struct Discrepancies {
  Discrepancy data;           // X: every cell
  Discrepancy means;          // X̄
  Discrepancy covariances;    // V: i ≤ j
  Discrepancy variances;      // S
  Discrepancy correlations;   // R: i < j
  Discrepancy loadings;       // RF: principal loadings U√λ of the correlation matrix, signs aligned
  Discrepancy communalities;  // C: squared loadings on the first component
  Discrepancy scores;         // F: factor score coefficients U/√λ

  // {"X": …, "means": …, "V": …, "S": …, "R": …, "RF": …, "C": …, "F": …}
  Value to_value() const;
};

// Of two matrices of the same shape without missing values, row i belonging to row i. The errors of
// component j in RF and F are weighted by λ_j/p of the original and divided by p²; components with λ ≤ 1e-8
// on either side add nothing. A correlation with a column that is constant in either file is not defined and
// is left out of R. With `weights` of records (not negative, not all 0; empty: all equal) means,
// covariances and errors of cells are weighted by them.
Discrepancies discrepancies(const Matrix& original, const Matrix& masked,
                            std::span<const double> weights = {});

// A measure of information loss, `value` of the discrepancies of two tables over their complete records:
// its value, the details and, where there are too few records, the note. Where the original has a column
// with the role weight, all of it is also given weighted, under "weighted".
Score information_loss(const Table& original, const Table& masked, const ColumnSet& columns,
                       const std::function<double(const Discrepancies&)>& value);

}  // namespace sfumato::stats
