// Intervals by Student's t; regressions on standardized predictors, brought back to the data's units.
#include "stats/models/estimates.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "stats/distributions/boost_policy.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/linear/regression.hpp"

namespace sfumato::stats {
namespace {

Estimate around(double value, double error, double degrees, double confidence) {
  const double half = error > 0.0 ? error * student_t_quantile(0.5 + 0.5 * confidence, degrees) : 0.0;
  return {value, value - half, value + half};
}

// A linear combination of the coefficients; nothing where the design does not determine it.
std::optional<Estimate> combined(const LinearFit& fit, std::span<const double> weights, double confidence) {
  double value = 0.0, length = 0.0, determined = 0.0, variance = 0.0;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    value += weights[j] * fit.coefficients[j];
    length += weights[j] * weights[j];
  }
  for (std::size_t r = 0; r < fit.root.columns(); ++r) {
    double along = 0.0, squares = 0.0;
    for (std::size_t j = 0; j < weights.size(); ++j) {
      along += weights[j] * fit.root(j, r);
      squares += fit.root(j, r) * fit.root(j, r);
    }
    variance += along * along;
    determined += along * along / squares;  // the columns of the root are orthogonal
  }
  if (determined < (1.0 - 1e-8) * length || fit.degrees_of_freedom <= 0.0) return std::nullopt;
  return around(value, std::sqrt(fit.residual_variance() * variance), fit.degrees_of_freedom, confidence);
}

}  // namespace

double student_t_quantile(double p, double degrees) {
  return boost::math::quantile(boost::math::students_t_distribution<double, Quiet>(degrees), p);
}

std::optional<Estimate> mean_estimate(std::span<const double> values, double confidence) {
  if (values.size() < 2) return std::nullopt;
  const Moments found = moments(values);
  const auto count = static_cast<double>(values.size());
  return around(found.mean, found.sd() / std::sqrt(count), count - 1.0, confidence);
}

std::optional<Estimate> weighted_mean_estimate(std::span<const double> values,
                                               std::span<const double> weights, double confidence) {
  if (std::all_of(weights.begin(), weights.end(), [](double weight) { return weight == 1.0; })) {
    return mean_estimate(values, confidence);
  }
  double count = 0.0, sum = 0.0, squares = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    count += weights[i];
    sum += weights[i] * values[i];
  }
  if (!(count > 1.0)) return std::nullopt;
  const double mean = sum / count;
  for (std::size_t i = 0; i < values.size(); ++i) {
    squares += weights[i] * (values[i] - mean) * (values[i] - mean);
  }
  return around(mean, std::sqrt(squares / (count - 1.0) / count), count - 1.0, confidence);
}

std::vector<std::optional<Estimate>> regression_estimates(const Matrix& predictors,
                                                          std::span<const double> response, double confidence,
                                                          const Run& run) {
  const std::size_t count = predictors.columns();
  std::vector<std::optional<Estimate>> result(count + 1);
  if (response.empty()) return result;
  Matrix design(response.size(), count + 1);
  std::fill(design.column(0).begin(), design.column(0).end(), 1.0);
  std::vector<double> means(count), scales(count);
  for (std::size_t j = 0; j < count; ++j) {
    const Moments column = moments(predictors.column(j));
    means[j] = column.mean;
    scales[j] = column.sd();
    for (std::size_t i = 0; scales[j] > 0.0 && i < response.size(); ++i) {
      design(i, j + 1) = (predictors(i, j) - means[j]) / scales[j];
    }
  }
  const LinearFit fit = linear_regression(design, response, 0.0, run);
  std::vector<double> intercept(count + 1, 0.0);
  intercept[0] = 1.0;
  for (std::size_t j = 0; j < count; ++j) {
    if (scales[j] == 0.0) continue;  // left out: the intercept is that of the other columns
    intercept[j + 1] = -means[j] / scales[j];
    std::vector<double> slope(count + 1, 0.0);
    slope[j + 1] = 1.0 / scales[j];
    result[j + 1] = combined(fit, slope, confidence);
  }
  result[0] = combined(fit, intercept, confidence);
  return result;
}

double interval_overlap(const Estimate& a, const Estimate& b) {
  const double resolution = 1e-9 * std::max(std::fabs(a.value), std::fabs(b.value));
  const double common = std::min(a.upper, b.upper) - std::max(a.lower, b.lower);
  const bool a_is_point = a.upper - a.lower <= resolution, b_is_point = b.upper - b.lower <= resolution;
  if (a_is_point && b_is_point) return std::fabs(a.value - b.value) <= resolution ? 1.0 : 0.0;
  if (a_is_point || b_is_point) return common >= 0.0 ? 0.5 : 0.0;
  return 0.5 * (common / (a.upper - a.lower) + common / (b.upper - b.lower));
}

}  // namespace sfumato::stats
