// Sums run in fixed order and dense algebra is plain loops, so that results do not depend on threads or
// on the cache sizes by which a library would cut its products.
#include "stats/linear/regression.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/elementary.hpp"
#include "stats/linear/cholesky.hpp"
#include "stats/linear/eigen.hpp"

namespace sfumato::stats {
namespace {

constexpr double rank_tolerance = 1e-10;

// Four running sums, added at the end: faster than one, and the same on every machine.
double dot(std::span<const double> a, std::span<const double> b) {
  double sums[4] = {};
  const std::size_t whole = a.size() - a.size() % 4;
  for (std::size_t i = 0; i < whole; i += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += a[i + lane] * b[i + lane];
  }
  for (std::size_t i = whole; i < a.size(); ++i) sums[i - whole] += a[i] * b[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// design·coefficients, for every record.
std::vector<double> product(const Matrix& design, std::span<const double> coefficients) {
  std::vector<double> result(design.rows(), 0.0);
  for (std::size_t j = 0; j < design.columns(); ++j) {
    const std::span<const double> column = design.column(j);
    for (std::size_t i = 0; i < result.size(); ++i) result[i] += column[i] * coefficients[j];
  }
  return result;
}

Matrix cross_products(const Matrix& design, double penalty, const Run& run) {
  const std::size_t p = design.columns();
  Matrix result(p, p);
  run.parallel(p, [&](std::size_t j) {
    for (std::size_t i = 0; i <= j; ++i) {
      result(i, j) = result(j, i) = dot(design.column(i), design.column(j));
    }
    if (j > 0) result(j, j) += penalty;
  });
  return result;
}

// V·diag(λ^−½) over the eigenvalues that count.
Matrix inverse_root(const Matrix& symmetric) {
  const Eigensystem system = symmetric_eigensystem(symmetric);
  const double largest = system.values.empty() ? 0.0 : system.values.front();
  std::size_t rank = 0;
  while (rank < system.values.size() && system.values[rank] > rank_tolerance * largest) ++rank;
  Matrix root(symmetric.rows(), rank);
  for (std::size_t j = 0; j < rank; ++j) {
    const double scale = 1.0 / std::sqrt(system.values[j]);
    for (std::size_t i = 0; i < symmetric.rows(); ++i) root(i, j) = system.vectors(i, j) * scale;
  }
  return root;
}

// Adds root·rootᵀ·(Xᵀr − λβ) to β, where r are the residuals.
void improve(LinearFit& fit, const Matrix& design, std::span<const double> response, double penalty) {
  std::vector<double> residuals = product(design, fit.coefficients);
  for (std::size_t i = 0; i < residuals.size(); ++i) residuals[i] = response[i] - residuals[i];
  std::vector<double> gradient(design.columns());
  for (std::size_t j = 0; j < gradient.size(); ++j) {
    gradient[j] = dot(design.column(j), residuals) - (j > 0 ? penalty * fit.coefficients[j] : 0.0);
  }
  for (std::size_t r = 0; r < fit.root.columns(); ++r) {
    const double step = dot(fit.root.column(r), gradient);
    for (std::size_t j = 0; j < gradient.size(); ++j) fit.coefficients[j] += step * fit.root(j, r);
  }
}

}  // namespace

LinearFit linear_regression(const Matrix& design, std::span<const double> response, double penalty,
                            const Run& run) {
  assert(design.rows() == response.size());
  LinearFit fit;
  fit.coefficients.assign(design.columns(), 0.0);
  fit.root = inverse_root(cross_products(design, penalty, run));
  fit.rank = fit.root.columns();
  improve(fit, design, response, penalty);
  improve(fit, design, response, penalty);
  const std::vector<double> fitted = product(design, fit.coefficients);
  for (std::size_t i = 0; i < fitted.size(); ++i) {
    fit.squares += (response[i] - fitted[i]) * (response[i] - fitted[i]);
  }
  for (std::size_t j = 1; j < fit.coefficients.size(); ++j) {
    fit.squares += penalty * fit.coefficients[j] * fit.coefficients[j];
  }
  const auto used = static_cast<double>(penalty > 0.0 ? std::min<std::size_t>(1, fit.rank) : fit.rank);
  fit.degrees_of_freedom = std::max(0.0, static_cast<double>(response.size()) - used);
  return fit;
}

void class_probabilities(std::span<const double> log_odds, std::span<double> result) {
  double largest = 0.0;
  for (const double value : log_odds) largest = std::max(largest, value);
  const auto power = [&](double value) {
    return value - largest < -700.0 ? 0.0 : portable_exp(value - largest);
  };
  double sum = result[0] = power(0.0);
  for (std::size_t k = 0; k < log_odds.size(); ++k) sum += result[k + 1] = power(log_odds[k]);
  for (double& probability : result) probability /= sum;
}

namespace {

// One maximisation: where it stands, and the gradient and information there.
class LogisticSearch {
 public:
  LogisticSearch(const Matrix& design, std::span<const std::uint32_t> classes, std::size_t class_count,
                 double penalty, const Run& run)
      : design_(design),
        classes_(classes),
        odds_(class_count - 1),
        penalty_(penalty),
        run_(run),
        coefficients_(design.columns() * odds_, 0.0),
        probabilities_(design.rows(), class_count) {
    move_to(coefficients_);
  }

  const std::vector<double>& coefficients() const { return coefficients_; }
  double objective() const { return log_likelihood_ - 0.5 * penalty_ * penalised_squares(); }
  double log_likelihood() const { return log_likelihood_; }

  void move_to(std::vector<double> coefficients) {
    coefficients_ = std::move(coefficients);
    std::vector<std::vector<double>> odds(odds_);
    run_.parallel(odds_, [&](std::size_t k) { odds[k] = product(design_, block(k)); });
    std::vector<double> row(odds_), shares(odds_ + 1);
    log_likelihood_ = 0.0;
    for (std::size_t i = 0; i < design_.rows(); ++i) {
      for (std::size_t k = 0; k < odds_; ++k) row[k] = odds[k][i];
      class_probabilities(row, shares);
      for (std::size_t k = 0; k <= odds_; ++k) probabilities_(i, k) = shares[k];
      log_likelihood_ += portable_log(std::max(shares[classes_[i]], 1e-300));
    }
  }

  std::vector<double> gradient() const {
    std::vector<double> result(coefficients_.size());
    const std::size_t p = design_.columns();
    run_.parallel(odds_, [&](std::size_t k) {
      std::vector<double> surprise(design_.rows());
      for (std::size_t i = 0; i < surprise.size(); ++i) {
        surprise[i] = (classes_[i] == k + 1 ? 1.0 : 0.0) - probabilities_(i, k + 1);
      }
      for (std::size_t j = 0; j < p; ++j) {
        const double prior = j > 0 ? penalty_ * coefficients_[k * p + j] : 0.0;
        result[k * p + j] = dot(design_.column(j), surprise) - prior;
      }
    });
    return result;
  }

  // The negative second derivative: block (k, l) is Xᵀ·diag(π_k(δ_kl − π_l))·X.
  Matrix information() const {
    const std::size_t p = design_.columns();
    Matrix result(p * odds_, p * odds_);
    run_.parallel(odds_ * odds_, [&](std::size_t pair) {
      const std::size_t k = pair / odds_, l = pair % odds_;
      if (l < k) return;
      std::vector<double> weighted(design_.rows());
      for (std::size_t b = 0; b < p; ++b) {
        for (std::size_t i = 0; i < weighted.size(); ++i) {
          const double other = (k == l ? 1.0 : 0.0) - probabilities_(i, l + 1);
          weighted[i] = probabilities_(i, k + 1) * other * design_(i, b);
        }
        for (std::size_t a = 0; a <= b; ++a) {
          const double sum = dot(design_.column(a), weighted) + (k == l && a == b && a > 0 ? penalty_ : 0.0);
          result(k * p + a, l * p + b) = result(l * p + b, k * p + a) = sum;
          result(k * p + b, l * p + a) = result(l * p + a, k * p + b) = sum;
        }
      }
    });
    return result;
  }

 private:
  std::span<const double> block(std::size_t k) const {
    return std::span(coefficients_).subspan(k * design_.columns(), design_.columns());
  }
  double penalised_squares() const {
    double sum = 0.0;
    for (std::size_t i = 0; i < coefficients_.size(); ++i) {
      if (i % design_.columns() > 0) sum += coefficients_[i] * coefficients_[i];
    }
    return sum;
  }

  const Matrix& design_;
  std::span<const std::uint32_t> classes_;
  std::size_t odds_;
  double penalty_;
  const Run& run_;
  std::vector<double> coefficients_;
  Matrix probabilities_;
  double log_likelihood_ = 0.0;
};

// Goes along `step`, half as far each time, until the objective does not fall; false if it always does.
bool advance(LogisticSearch& search, const std::vector<double>& step) {
  const std::vector<double> start = search.coefficients();
  const double before = search.objective();
  for (double share = 1.0; share > 1e-6; share /= 2.0) {
    std::vector<double> trial = start;
    for (std::size_t i = 0; i < trial.size(); ++i) trial[i] += share * step[i];
    search.move_to(std::move(trial));
    if (search.objective() >= before) return true;
  }
  search.move_to(start);
  return false;
}

}  // namespace

LogisticFit logistic_regression(const Matrix& design, std::span<const std::uint32_t> classes,
                                std::size_t class_count, double penalty, const Run& run) {
  assert(class_count >= 2 && design.rows() == classes.size());
  constexpr int most_iterations = 60;
  constexpr double smallest_gain = 1e-10;  // in units of the log likelihood
  LogisticSearch search(design, classes, class_count, penalty, run);
  LogisticFit fit;
  Matrix lower = cholesky(search.information());
  while (fit.iterations < most_iterations && !fit.converged) {
    run.check_stop();
    ++fit.iterations;
    const std::vector<double> gradient = search.gradient();
    const std::vector<double> step = solved(lower, gradient);
    // gᵀH⁻¹g is twice the gain that the quadratic approximation promises; the last, small step is taken
    // too, and squares the error once more. No step leads up at the maximum, to the last bit.
    fit.converged = dot(gradient, step) < smallest_gain;
    fit.converged = !advance(search, step) || fit.converged;
    lower = cholesky(search.information());
  }
  fit.coefficients = Matrix(design.columns(), class_count - 1);
  for (std::size_t k = 0; k + 1 < class_count; ++k) {
    for (std::size_t j = 0; j < design.columns(); ++j) {
      fit.coefficients(j, k) = search.coefficients()[k * design.columns() + j];
    }
  }
  fit.root = inverse_transposed(lower);
  fit.log_likelihood = search.log_likelihood();
  return fit;
}

}  // namespace sfumato::stats
