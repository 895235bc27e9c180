// Each model is solved by bisection or by golden section search: a few hundred evaluations of closed forms,
// whatever the number of records.
#include "stats/classes/population_uniques.hpp"

#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <functional>

#include "stats/distributions/boost_policy.hpp"

namespace sfumato::stats {
namespace {

double log_gamma(double x) { return boost::math::lgamma(x, Quiet()); }

// The position of the maximum of a unimodal function, by golden section search.
double maximum(double lower, double upper, const std::function<double(double)>& f) {
  const double golden = (std::sqrt(5.0) - 1.0) / 2.0;
  double a = upper - golden * (upper - lower), b = lower + golden * (upper - lower);
  double at_a = f(a), at_b = f(b);
  for (int step = 0; step < 60; ++step) {
    if (at_a > at_b) {
      upper = b;
      b = a;
      at_b = at_a;
      a = upper - golden * (upper - lower);
      at_a = f(a);
    } else {
      lower = a;
      a = b;
      at_a = at_b;
      b = lower + golden * (upper - lower);
      at_b = f(b);
    }
  }
  return (lower + upper) / 2.0;
}

// The place where a function changes its sign; it must have different signs at the ends.
double root(double lower, double upper, const std::function<double(double)>& f) {
  const bool rising = f(upper) > 0.0;
  for (int step = 0; step < 100; ++step) {
    const double middle = (lower + upper) / 2.0;
    ((f(middle) > 0.0) == rising ? upper : lower) = middle;
  }
  return (lower + upper) / 2.0;
}

// The logarithm of Pitman's formula without what depends on the sample alone: u classes of n records,
// Σ_{i<u} ln(θ + iα) − Σ_{i<n} ln(θ + i) + Σ over classes of Σ_{i<size} ln(i − α).
double pitman_likelihood(const SampleClasses& sample, double theta, double alpha) {
  const double u = sample.classes(), n = sample.records();
  double sum = (u - 1.0) * std::log(alpha) + log_gamma(theta / alpha + u) - log_gamma(theta / alpha + 1.0) -
               log_gamma(theta + n) + log_gamma(theta + 1.0);
  for (const auto& [size, count] : sample.of_size) {
    sum += static_cast<double>(count) * (log_gamma(size - alpha) - log_gamma(1.0 - alpha));
  }
  return sum;
}

// The slide negative binomial with K classes in the population, whose sample is expected to have u classes.
class Slide {
 public:
  // Sizes are 1 + NB with mean `extra` = N/K − 1 and success probability p; (1 − u/K)/(1 − π) is the
  // probability w^a, w = p/(p + qπ), that the other records of a class besides its first are not in the
  // sample.
  Slide(double classes, double found, double population, double fraction)
      : classes_(classes), extra_(population / classes - 1.0), fraction_(fraction) {
    const double wanted = std::log((1.0 - found / classes) / (1.0 - fraction));
    possible_ = wanted < 0.0 && wanted > -extra_ * fraction;
    if (!possible_) return;
    odds_ = std::exp(root(-40.0, 25.0, [&](double log_odds) { return unseen(std::exp(log_odds)) - wanted; }));
  }
  bool possible() const { return possible_; }
  double sample_uniques() const {
    return classes_ * fraction_ * std::exp(unseen(odds_)) *
           (1.0 + (1.0 - fraction_) * extra_ * odds_ / (odds_ + fraction_));
  }
  double population_uniques() const { return classes_ * std::exp(-extra_ * odds_ * std::log1p(1.0 / odds_)); }

 private:
  // a·ln w with a = extra·p/q, by the odds p/q.
  double unseen(double odds) const { return -extra_ * odds * std::log1p(fraction_ / odds); }

  double classes_, extra_, fraction_, odds_ = 1.0;
  bool possible_ = false;
};

}  // namespace

double SampleClasses::records() const {
  double sum = 0.0;
  for (const auto& [size, count] : of_size) sum += static_cast<double>(size) * static_cast<double>(count);
  return sum;
}

double SampleClasses::classes() const {
  double sum = 0.0;
  for (const auto& [size, count] : of_size) sum += static_cast<double>(count);
  return sum;
}

double SampleClasses::uniques() const {
  const auto found = of_size.find(1);
  return found == of_size.end() ? 0.0 : static_cast<double>(found->second);
}

std::optional<double> poisson_uniques(const SampleClasses& sample, double population) {
  const double n = sample.records();
  if (population <= n) return sample.uniques();
  double squares = 0.0;
  for (const auto& [size, count] : sample.of_size) {
    squares += static_cast<double>(size) * static_cast<double>(size) * static_cast<double>(count);
  }
  // The variance of a size is n/K·(1 + nβ), and αβ = 1/K.
  const double mean = n / sample.cells, variance = squares / sample.cells - mean * mean;
  const double beta = (variance / mean - 1.0) / n;
  if (!(beta > 0.0)) return population * std::exp(-population / sample.cells);
  const double alpha = 1.0 / (sample.cells * beta);
  return population * std::exp(-(1.0 + alpha) * std::log1p(population * beta));
}

std::optional<double> pitman_uniques(const SampleClasses& sample, double population) {
  const double n = sample.records();
  if (population <= n) return sample.uniques();
  if (sample.classes() < 2.0 || sample.classes() >= n) return std::nullopt;
  const auto best_theta = [&](double alpha) {
    return std::exp(maximum(std::log(1e-4), std::log(1e3 * n), [&](double log_theta) {
      return pitman_likelihood(sample, std::exp(log_theta), alpha);
    }));
  };
  const double alpha =
      maximum(1e-3, 1.0 - 1e-6, [&](double one) { return pitman_likelihood(sample, best_theta(one), one); });
  const double theta = best_theta(alpha);
  // One record stays unique with probability ∏ (θ + α + i − 1)/(θ + i) over the i < N that come after it.
  return population * std::exp(log_gamma(theta + alpha + population - 1.0) - log_gamma(theta + alpha) -
                               log_gamma(theta + population) + log_gamma(theta + 1.0));
}

std::optional<double> zayatz_uniques(const SampleClasses& sample, double population) {
  const double n = sample.records(), uniques = sample.uniques();
  if (population <= n) return uniques;
  if (uniques == 0.0) return 0.0;
  // Probabilities that a class of each size in the population is unique in the sample, over that of size 1:
  // j·C(N − j, n − 1)/C(N − 1, n − 1).
  double all = 0.0;
  for (const auto& [size, count] : sample.of_size) {
    const double j = size;
    if (population - j < n - 1.0) break;
    const double chance = j * std::exp(log_gamma(population - j + 1.0) - log_gamma(population - j - n + 2.0) -
                                       log_gamma(population) + log_gamma(population - n + 1.0));
    all += static_cast<double>(count) * chance;
  }
  return uniques * (uniques / all) * population / n;
}

std::optional<double> slide_uniques(const SampleClasses& sample, double population) {
  const double n = sample.records(), u = sample.classes();
  if (population <= n) return sample.uniques();
  const double fraction = n / population;
  const double fewest = std::log(u), most = std::log(std::min(u / fraction, population));
  const auto excess = [&](double log_classes) -> std::optional<double> {
    const Slide slide(std::exp(log_classes), u, population, fraction);
    if (!slide.possible()) return std::nullopt;
    return slide.sample_uniques() - sample.uniques();
  };
  constexpr int steps = 400;
  std::optional<double> before;
  for (int step = 1; step < steps; ++step) {
    const double at = fewest + (most - fewest) * step / steps, width = (most - fewest) / steps;
    const std::optional<double> here = excess(at);
    if (before && here && (*before > 0.0) != (*here > 0.0)) {
      const double found = root(at - width, at, [&](double x) { return excess(x).value_or(0.0); });
      return Slide(std::exp(found), u, population, fraction).population_uniques();
    }
    before = here;
  }
  return std::nullopt;
}

}  // namespace sfumato::stats
