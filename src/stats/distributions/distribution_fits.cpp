// Maximum likelihood by Newton's method, and the distance from a column.
#include "stats/distributions/distribution_fits.hpp"

#include <algorithm>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "core/elementary.hpp"
#include "stats/distributions/boost_policy.hpp"
#include "stats/distributions/moments.hpp"

namespace sfumato::stats {
namespace {

constexpr int most_rounds = 100;
constexpr double close_enough = 1e-12;  // relative change of a parameter

double digamma(double x) { return boost::math::digamma(x, Quiet()); }
double trigamma(double x) { return boost::math::trigamma(x, Quiet()); }

std::vector<double> logarithms(std::span<const double> values) {
  std::vector<double> result(values.size());
  std::transform(values.begin(), values.end(), result.begin(), portable_log);
  return result;
}

Distribution fitted_normal(std::span<const double> values) {
  const Moments found = moments(values);
  return {.family = Family::normal, .first = found.mean, .second = found.sd()};
}

// ln k − ψ(k) = ln x̄ − mean ln x =: s, from the start of Minka (2002), Estimating a gamma distribution.
std::optional<Distribution> fitted_gamma(std::span<const double> values) {
  const double mean = moments(values).mean;
  const double s = portable_log(mean) - moments(logarithms(values)).mean;
  if (!(s > 0.0)) return std::nullopt;
  double shape = (3.0 - s + std::sqrt((s - 3.0) * (s - 3.0) + 24.0 * s)) / (12.0 * s);
  // Newton in ln k, where the function is close to a line and no step leads below 0. Shapes beyond 1e8 are
  // exact from the start, to a relative error of about s, and the difference would be rounding alone.
  for (int round = 0; s > 1e-8 && round < most_rounds; ++round) {
    const double gap = portable_log(shape) - digamma(shape) - s;
    const double slope = 1.0 - shape * trigamma(shape);
    const double step = std::clamp(gap / slope, -2.0, 2.0);
    if (!std::isfinite(step)) return std::nullopt;
    shape *= portable_exp(-step);
    if (std::fabs(step) < close_enough) break;
  }
  return Distribution{.family = Family::gamma, .first = shape, .second = mean / shape};
}

// Sums of w = (x/max)^k, w·ln(x/max) and w·ln²(x/max).
struct PowerSums {
  double weight = 0.0, log = 0.0, square = 0.0;
};

PowerSums power_sums(std::span<const double> logs, double shape) {
  PowerSums sums;
  for (const double log : logs) {
    const double relative = log - logs.back();
    const double exponent = shape * relative;
    if (exponent < -700.0) continue;
    const double weight = portable_exp(exponent);
    sums.weight += weight;
    sums.log += weight * relative;
    sums.square += weight * relative * relative;
  }
  return sums;
}

// Σ xᵏ ln x / Σ xᵏ − 1/k = mean ln x; the left side ascends with k. Newton, kept within a bracket of the
// root.
std::optional<Distribution> fitted_weibull(std::span<const double> values) {
  const std::vector<double> logs = logarithms(values);
  const Moments found = moments(logs);
  if (!(found.sd() > 0.0)) return std::nullopt;
  const double target = found.mean - logs.back();
  double shape = std::numbers::pi / (std::sqrt(6.0) * found.sd());  // from the variance of ln x
  double low = 0.0, high = std::numeric_limits<double>::infinity();
  for (int round = 0; round < most_rounds; ++round) {
    const PowerSums sums = power_sums(logs, shape);
    const double mean = sums.log / sums.weight;
    const double gap = mean - 1.0 / shape - target;
    (gap < 0.0 ? low : high) = shape;
    const double slope = sums.square / sums.weight - mean * mean + 1.0 / (shape * shape);
    double next = shape - gap / slope;
    if (!(next > low && next < high)) next = std::isinf(high) ? 2.0 * shape : 0.5 * (low + high);
    const double change = std::fabs(next - shape);
    shape = next;
    if (change < close_enough * shape) break;
  }
  const double mean_power = power_sums(logs, shape).weight / static_cast<double>(values.size());
  const double scale =
      portable_exp(std::clamp(logs.back() + portable_log(mean_power) / shape, -700.0, 700.0));
  return Distribution{.family = Family::weibull, .first = shape, .second = scale};
}

// ψ(a) − ψ(a+b) = mean ln u and ψ(b) − ψ(a+b) = mean ln(1−u), by Newton from the moments; a step that
// would leave the positive numbers is halved until it does not.
std::optional<Distribution> fitted_beta(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  const double lower = values.front(), width = values.back() - values.front();
  std::vector<double> inner(values.size());
  double log = 0.0, opposite = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    inner[i] = ((values[i] - lower) / width * (n - 1.0) + 0.5) / n;
    log += portable_log(inner[i]) / n;
    opposite += portable_log(1.0 - inner[i]) / n;
  }
  const Moments found = moments(inner);
  const double size = std::max(found.mean * (1.0 - found.mean) / found.variance() - 1.0, 0.1);
  double a = found.mean * size, b = (1.0 - found.mean) * size;
  for (int round = 0; round < most_rounds; ++round) {
    const double both = digamma(a + b), shared = trigamma(a + b);
    const double gap_a = digamma(a) - both - log, gap_b = digamma(b) - both - opposite;
    const double aa = trigamma(a) - shared, bb = trigamma(b) - shared;
    const double determinant = aa * bb - shared * shared;
    double step_a = (bb * gap_a + shared * gap_b) / determinant;
    double step_b = (shared * gap_a + aa * gap_b) / determinant;
    if (!std::isfinite(step_a) || !std::isfinite(step_b)) return std::nullopt;
    while (step_a >= a || step_b >= b) {
      step_a *= 0.5;
      step_b *= 0.5;
    }
    a -= step_a;
    b -= step_b;
    if (std::fabs(step_a) < close_enough * a && std::fabs(step_b) < close_enough * b) break;
  }
  return Distribution{Family::beta, a, b, lower, values.back()};
}

bool usable(const Distribution& found) {
  const bool finite = std::isfinite(found.first) && std::isfinite(found.second);
  switch (found.family) {
    case Family::normal:
    case Family::lognormal:
      return finite && found.second > 0.0;
    case Family::exponential:
      return finite && found.first > 0.0;
    case Family::uniform:
      return true;
    default:
      return finite && found.first > 0.0 && found.second > 0.0;
  }
}

}  // namespace

std::optional<Distribution> fitted(Family family, std::span<const double> sorted) {
  const bool positive = sorted.front() >= std::numeric_limits<double>::min();
  std::optional<Distribution> found;
  switch (family) {
    case Family::normal:
      found = fitted_normal(sorted);
      break;
    case Family::lognormal:
      if (positive) {
        found = fitted_normal(logarithms(sorted));
        found->family = Family::lognormal;
      }
      break;
    case Family::gamma:
      if (positive) found = fitted_gamma(sorted);
      break;
    case Family::weibull:
      if (positive) found = fitted_weibull(sorted);
      break;
    case Family::exponential:
      if (sorted.front() >= 0.0) found = Distribution{.family = family, .first = moments(sorted).mean};
      break;
    case Family::beta:
      found = fitted_beta(sorted);
      break;
    case Family::uniform:
      found = Distribution{.family = family, .lower = sorted.front(), .upper = sorted.back()};
      break;
  }
  return found && usable(*found) ? found : std::nullopt;
}

double kolmogorov_distance(const Distribution& distribution, std::span<const double> sorted) {
  struct Stretch {
    std::size_t begin, end;  // both known
    double at_begin, at_end;
  };
  const auto n = static_cast<double>(sorted.size());
  double distance = 0.0;
  const auto look = [&](std::size_t i) {
    const double value = distribution.cumulative(sorted[i]), place = static_cast<double>(i);
    const double here = std::max((place + 1.0) / n - value, value - place / n);
    if (std::isnan(value)) distance = std::numeric_limits<double>::infinity();
    distance = std::max(distance, here);
    return value;
  };
  std::vector<Stretch> stack{{0, sorted.size() - 1, look(0), look(sorted.size() - 1)}};
  while (!stack.empty()) {
    const Stretch part = stack.back();
    stack.pop_back();
    // For begin < i < end: (i+1)/n − F(xᵢ) ≤ end/n − F(begin), and F(xᵢ) − i/n ≤ F(end) − (begin+1)/n.
    const double bound = std::max(static_cast<double>(part.end) / n - part.at_begin,
                                  part.at_end - static_cast<double>(part.begin + 1) / n);
    if (part.end - part.begin < 2 || !(bound > distance)) continue;
    const std::size_t middle = part.begin + (part.end - part.begin) / 2;
    const double at_middle = look(middle);
    stack.push_back({part.begin, middle, part.at_begin, at_middle});
    stack.push_back({middle, part.end, at_middle, part.at_end});
  }
  return distance;
}

Fit best_fit(std::span<const double> sorted, const Run* run) {
  Fit best{{}, std::numeric_limits<double>::infinity()};
  for (const Family family : {Family::normal, Family::lognormal, Family::gamma, Family::weibull,
                              Family::exponential, Family::beta, Family::uniform}) {
    if (run != nullptr) run->check_stop();
    const std::optional<Distribution> found = fitted(family, sorted);
    if (run != nullptr) run->check_stop();
    if (!found) continue;
    const double distance = kolmogorov_distance(*found, sorted);
    if (distance < best.distance) best = {*found, distance};
  }
  return best;
}

}  // namespace sfumato::stats
