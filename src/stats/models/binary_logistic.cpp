// Newton's method with one pass over the tiles for each step: the likelihood, its gradient and the
// information are summed over fixed blocks of records, which are then added in their order.
#include "stats/models/binary_logistic.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/elementary.hpp"
#include "core/vector_clones.hpp"
#include "stats/linear/cholesky.hpp"
#include "stats/linear/eigen.hpp"
#include "stats/neighbours/lanes.hpp"

namespace sfumato::stats {
namespace {

constexpr std::size_t tile_rows = 256;
constexpr std::size_t least_block = 2048;  // records
constexpr std::size_t most_blocks = 32;    // each has its own sums
constexpr std::size_t lanes = 4;

// Four columns of x with two of w, all of tile_rows.
[[gnu::always_inline]] inline void add_eight_products(const double* x, const double* w, double* sums,
                                                      std::size_t stride) {
  DoubleLanes totals[2][4] = {};
  for (std::size_t i = 0; i < tile_rows; i += lanes) {
    DoubleLanes right[2];
    for (std::size_t b = 0; b < 2; ++b) {
      load_lanes(right[b], w + b * tile_rows + i);
    }
    for (std::size_t a = 0; a < 4; ++a) {
      DoubleLanes left;
      load_lanes(left, x + a * tile_rows + i);
      for (std::size_t b = 0; b < 2; ++b) totals[b][a] += left * right[b];
    }
  }
  for (std::size_t b = 0; b < 2; ++b) {
    for (std::size_t a = 0; a < 4; ++a) {
      const DoubleLanes& total = totals[b][a];
      sums[b * stride + a] += (total[0] + total[1]) + (total[2] + total[3]);
    }
  }
}

// Adds xᵀw, for what lies on and above its diagonal, to `sums`. Columns are padded to a multiple of four.
SFUMATO_VECTOR_CLONES
void add_products(const double* x, const double* w, std::size_t columns, double* sums) {
  for (std::size_t b = 0; b < columns; b += 2) {
    for (std::size_t a = 0; a <= b + 1; a += 4) {
      add_eight_products(x + a * tile_rows, w + b * tile_rows, sums + b * columns + a, columns);
    }
  }
}

// The logarithm of the likelihood and its first two derivatives, over some records.
struct Sums {
  double log_likelihood = 0.0;
  std::vector<double> gradient;
  std::vector<double> products;  // padded columns squared; upper triangle
};

class Search {
 public:
  Search(const TiledDesign& design, std::span<const std::uint8_t> classes, double penalty, const Run& run)
      : design_(design),
        classes_(classes),
        penalty_(penalty),
        run_(run),
        columns_(design.terms + 1),
        padded_((columns_ + 3) / 4 * 4),
        block_(std::max(least_block, (design.records + most_blocks - 1) / most_blocks)) {
    block_ = (block_ + tile_rows - 1) / tile_rows * tile_rows;
    coefficients_.assign(columns_, 0.0);
    double ones = 0.0;
    for (const std::uint8_t each : classes) ones += each;
    coefficients_[0] = portable_log(ones / (static_cast<double>(classes.size()) - ones));
    move_to(coefficients_);
  }

  const std::vector<double>& coefficients() const { return coefficients_; }
  const std::vector<double>& gradient() const { return sums_.gradient; }
  double log_likelihood() const { return sums_.log_likelihood; }
  double objective() const {
    double squares = 0.0;
    for (std::size_t j = 1; j < columns_; ++j) squares += coefficients_[j] * coefficients_[j];
    return sums_.log_likelihood - 0.5 * penalty_ * squares;
  }

  // The negative second derivative, with the penalty.
  Matrix information() const {
    Matrix result(columns_, columns_);
    for (std::size_t b = 0; b < columns_; ++b) {
      for (std::size_t a = 0; a <= b; ++a) result(a, b) = result(b, a) = sums_.products[b * padded_ + a];
      if (b > 0) result(b, b) += penalty_;
    }
    return result;
  }

  void move_to(std::vector<double> coefficients) {
    coefficients_ = std::move(coefficients);
    std::vector<Sums> parts((design_.records + block_ - 1) / block_);
    run_.blocks(design_.records, block_, [&](std::size_t block, std::size_t begin, std::size_t end) {
      parts[block] = summed(begin, end);
    });
    sums_ = std::move(parts.front());
    for (std::size_t part = 1; part < parts.size(); ++part) add(parts[part]);
    for (std::size_t j = 1; j < columns_; ++j) sums_.gradient[j] -= penalty_ * coefficients_[j];
  }

  std::vector<double> probabilities() const {
    std::vector<double> result(design_.records);
    run_.blocks(design_.records, block_, [&](std::size_t, std::size_t begin, std::size_t end) {
      Matrix terms(tile_rows, design_.terms);
      for (std::size_t from = begin; from < end; from += tile_rows) {
        const std::size_t to = std::min(end, from + tile_rows);
        design_.fill(from, to, terms);
        const std::vector<double> odds = log_odds(terms);
        for (std::size_t i = from; i < to; ++i) result[i] = probability(odds[i - from]);
      }
    });
    return result;
  }

 private:
  static double probability(double log_odds) {
    const double bounded = std::clamp(log_odds, -700.0, 700.0);
    return 1.0 / (1.0 + portable_exp(-bounded));
  }

  std::vector<double> log_odds(const Matrix& terms) const {
    std::vector<double> result(tile_rows, coefficients_[0]);
    for (std::size_t j = 0; j < design_.terms; ++j) {
      const double* column = terms.column(j).data();
      for (std::size_t i = 0; i < tile_rows; ++i) result[i] += coefficients_[j + 1] * column[i];
    }
    return result;
  }

  void add(const Sums& part) {
    sums_.log_likelihood += part.log_likelihood;
    for (std::size_t j = 0; j < columns_; ++j) sums_.gradient[j] += part.gradient[j];
    for (std::size_t i = 0; i < sums_.products.size(); ++i) sums_.products[i] += part.products[i];
  }

  Sums summed(std::size_t begin, std::size_t end) const {
    Sums sums{0.0, std::vector<double>(columns_, 0.0), std::vector<double>(padded_ * padded_, 0.0)};
    Matrix terms(tile_rows, design_.terms), x(tile_rows, padded_), w(tile_rows, padded_);
    for (std::size_t from = begin; from < end; from += tile_rows) {
      run_.check_stop();
      const std::size_t to = std::min(end, from + tile_rows);
      design_.fill(from, to, terms);
      add_tile(from, to - from, terms, x, w, sums);
    }
    return sums;
  }

  void add_tile(std::size_t from, std::size_t count, const Matrix& terms, Matrix& x, Matrix& w,
                Sums& sums) const {
    const std::vector<double> odds = log_odds(terms);
    double weights[tile_rows] = {}, surprises[tile_rows] = {};
    for (std::size_t i = 0; i < count; ++i) {
      const bool one = classes_[from + i] != 0;
      const double p = probability(odds[i]), other = probability(-odds[i]);
      weights[i] = p * other;
      surprises[i] = one ? other : -p;
      sums.log_likelihood += portable_log(std::max(one ? p : other, 1e-300));
    }
    for (std::size_t j = 0; j < columns_; ++j) {
      double* column = x.column(j).data();
      double* weighted = w.column(j).data();
      double totals[lanes] = {};
      for (std::size_t i = 0; i < tile_rows; ++i) {
        column[i] = i < count ? (j == 0 ? 1.0 : terms(i, j - 1)) : 0.0;
        weighted[i] = weights[i] * column[i];
        totals[i % lanes] += surprises[i] * column[i];
      }
      sums.gradient[j] += (totals[0] + totals[1]) + (totals[2] + totals[3]);
    }
    add_products(x.column(0).data(), w.column(0).data(), padded_, sums.products.data());
  }

  const TiledDesign& design_;
  std::span<const std::uint8_t> classes_;
  double penalty_;
  const Run& run_;
  std::size_t columns_;  // with the intercept
  std::size_t padded_;
  std::size_t block_;
  std::vector<double> coefficients_;
  Sums sums_;
};

std::vector<double> moved(std::vector<double> start, const std::vector<double>& step, double share) {
  for (std::size_t j = 0; j < start.size(); ++j) start[j] += share * step[j];
  return start;
}

// Goes along `step`, half as far each time, until the objective does not fall; false if it always does.
bool advance(Search& search, const std::vector<double>& step) {
  const std::vector<double> start = search.coefficients();
  const double before = search.objective();
  for (double share = 1.0; share > 1e-6; share /= 2.0) {
    search.move_to(moved(start, step, share));
    if (search.objective() >= before) return true;
  }
  search.move_to(start);
  return false;
}

double effective_terms(const Matrix& information, double penalty) {
  const std::size_t terms = information.rows() - 1;
  Matrix given(terms, terms);
  for (std::size_t b = 0; b < terms; ++b) {
    for (std::size_t a = 0; a < terms; ++a) {
      given(a, b) = information(a + 1, b + 1) -
                    information(a + 1, 0) * information(0, b + 1) / information(0, 0) -
                    (a == b ? penalty : 0.0);
    }
  }
  const std::vector<double> values = symmetric_eigensystem(given).values;
  double sum = 0.0;
  for (const double value : values) {
    if (value <= 1e-10 * values.front()) continue;
    sum += (value / (value + penalty)) * (value / (value + penalty));
  }
  return sum;
}

}  // namespace

BinaryLogisticFit binary_logistic(const TiledDesign& design, std::span<const std::uint8_t> classes,
                                  double penalty, const Run& run) {
  assert(design.records == classes.size());
  constexpr int most_iterations = 60;
  constexpr double smallest_gain = 1e-10;  // in units of the log likelihood
  Search search(design, classes, penalty, run);
  BinaryLogisticFit fit;
  if (design.terms > 0) fit.effective_terms = effective_terms(search.information(), penalty);
  while (fit.iterations < most_iterations && !fit.converged) {
    run.check_stop();
    ++fit.iterations;
    const std::vector<double> step = solved(cholesky(search.information()), search.gradient());
    double promised = 0.0;
    for (std::size_t j = 0; j < step.size(); ++j) promised += step[j] * search.gradient()[j];
    if (promised < smallest_gain) {
      // The last, small step squares the error once more; its gain is below rounding.
      search.move_to(moved(search.coefficients(), step, 1.0));
      fit.converged = true;
    } else {
      fit.converged = !advance(search, step);
    }
  }
  fit.coefficients = search.coefficients();
  fit.probabilities = search.probabilities();
  fit.log_likelihood = search.log_likelihood();
  return fit;
}

}  // namespace sfumato::stats
