// Ptables of given variance: for each count the distribution of largest entropy, p(v) ∝ exp(a·v + b·v²),
// whose two numbers are the minimum of a smooth convex function of two variables, found by Newton's method.
#include <algorithm>
#include <cmath>
#include <string>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "tables/perturbation/ptable.hpp"
#include "tables/tabulation/record_keys.hpp"

namespace sfumato::tables {
namespace {

constexpr std::int64_t most_noise = 1000;
constexpr std::int64_t bound_units = 1000;  // bounds have 15 decimals
constexpr int most_steps = 500;
constexpr double exact_enough = 1e-13;

// Noises that a count may get, ascending.
std::vector<std::int64_t> possible(std::int64_t count, std::int64_t largest, std::int64_t blocked) {
  std::vector<std::int64_t> noises;
  for (std::int64_t noise = -std::min(count, largest); noise <= largest; ++noise) {
    const std::int64_t becomes = count + noise;
    if (becomes == 0 || becomes > blocked) noises.push_back(noise);
  }
  return noises;
}

// Moments of p ∝ exp(a·x + b·x²) on the points x, and the logarithm of its sum.
struct Tilted {
  std::vector<double> shares;
  double log_sum = 0;
  double moments[5] = {};  // E x^k

  Tilted(const std::vector<double>& points, double a, double b) : shares(points.size()) {
    double top = -HUGE_VAL, sum = 0;
    for (const double x : points) top = std::max(top, a * x + b * x * x);
    for (std::size_t i = 0; i < points.size(); ++i) {
      sum += shares[i] = std::exp(a * points[i] + b * points[i] * points[i] - top);
    }
    log_sum = top + std::log(sum);
    for (std::size_t i = 0; i < points.size(); ++i) {
      shares[i] /= sum;
      double power = shares[i];
      for (double& moment : moments) {
        moment += power;
        power *= points[i];
      }
    }
  }
};

// Minimizes log Σ exp(a·x + b·x²) − b·variance, where the mean is 0 and the variance as wanted.
std::vector<double> most_random(const std::vector<double>& points, double variance) {
  double a = 0, b = 0;
  Tilted now(points, a, b);
  for (int step = 0; step < most_steps; ++step) {
    const double first = now.moments[1], second = now.moments[2] - variance;
    if (std::max(std::abs(first), std::abs(second)) < exact_enough) break;
    const double ridge = 1e-14;
    const double aa = now.moments[2] - now.moments[1] * now.moments[1] + ridge;
    const double ab = now.moments[3] - now.moments[1] * now.moments[2];
    const double bb = now.moments[4] - now.moments[2] * now.moments[2] + ridge;
    const double determinant = aa * bb - ab * ab;
    const double move_a = -(bb * first - ab * second) / determinant;
    const double move_b = -(aa * second - ab * first) / determinant;
    const double slope = first * move_a + second * move_b;
    if (!(slope < 0)) break;
    double length = 1;
    const double value = now.log_sum - b * variance;
    while (length > 1e-12) {
      Tilted next(points, a + length * move_a, b + length * move_b);
      if (next.log_sum - (b + length * move_b) * variance <= value + 1e-4 * length * slope + 1e-15) {
        now = std::move(next);
        break;
      }
      length /= 2;
    }
    if (length <= 1e-12) break;
    a += length * move_a;
    b += length * move_b;
  }
  return now.shares;
}

// Mean 0 on two points of different sign.
std::vector<double> two_points(const std::vector<std::int64_t>& noises, std::int64_t below,
                               std::int64_t above) {
  std::vector<double> shares(noises.size(), 0.0);
  const double width = static_cast<double>(above - below);
  for (std::size_t i = 0; i < noises.size(); ++i) {
    if (noises[i] == below) shares[i] = static_cast<double>(above) / width;
    if (noises[i] == above) shares[i] = -static_cast<double>(below) / width;
  }
  return shares;
}

std::vector<double> shares_of(std::int64_t count, const std::vector<std::int64_t>& noises, double variance) {
  const std::string name = "a count of " + std::to_string(count);
  if (noises.empty() || noises.front() >= 0 || noises.back() <= 0) {
    bad_input(name + " has no noise both above and below 0",
              "allow larger noise, or block fewer small counts");
  }
  const std::size_t zero = static_cast<std::size_t>(
      std::lower_bound(noises.begin(), noises.end(), std::int64_t{0}) - noises.begin());
  const bool stays = noises[zero] == 0;
  const double least = stays ? 0.0 : static_cast<double>(-noises[zero - 1] * noises[zero]);
  const double most = static_cast<double>(-noises.front() * noises.back());
  if (variance < least || variance > most) {
    bad_input(name + " cannot have noise of variance " + shortest(variance),
              "with this largest noise and these blocked counts its variance is between " + shortest(least) +
                  " and " + shortest(most));
  }
  const double close = 1e-9 * most;
  if (variance >= most - close) return two_points(noises, noises.front(), noises.back());
  if (!stays && variance <= least + close) return two_points(noises, noises[zero - 1], noises[zero]);
  // Points scaled to [−1, 1], so that both directions of Newton's method are of one size.
  const double scale = static_cast<double>(std::max(-noises.front(), noises.back()));
  std::vector<double> points;
  for (const std::int64_t noise : noises) points.push_back(static_cast<double>(noise) / scale);
  return most_random(points, variance / (scale * scale));
}

std::vector<NoiseStep> steps_of(const std::vector<std::int64_t>& noises, const std::vector<double>& shares) {
  std::vector<NoiseStep> steps;
  double sum = 0;
  std::int64_t begin = 0;
  for (std::size_t i = 0; i < noises.size(); ++i) {
    sum += shares[i];
    const double scaled = sum * static_cast<double>(noise_unit / bound_units);
    std::int64_t end = std::min(static_cast<std::int64_t>(std::llround(scaled)) * bound_units, noise_unit);
    if (i + 1 == noises.size()) end = noise_unit;
    if (end > begin) steps.push_back({key_of_share(begin, noise_unit), noises[i]});
    begin = std::max(begin, end);
  }
  return steps;
}

}  // namespace

Ptable make_ptable(double variance, std::int64_t largest, std::int64_t blocked) {
  if (!(variance > 0) || !std::isfinite(variance)) {
    bad_input("the variance of the noise is " + shortest(variance), "give a number above 0");
  }
  if (largest < 1 || largest > most_noise || blocked < 0 || blocked > most_noise) {
    bad_input("the largest noise must be 1 to " + std::to_string(most_noise) + " and blocked counts 0 to " +
              std::to_string(most_noise) + ", not " + std::to_string(largest) + " and " +
              std::to_string(blocked));
  }
  Ptable ptable;
  ptable.steps.push_back({{0, 0}});
  const std::int64_t last = blocked == 0 ? largest : largest + blocked + 1;
  for (std::int64_t count = 1; count <= last; ++count) {
    const std::vector<std::int64_t> noises = possible(count, largest, blocked);
    ptable.steps.push_back(steps_of(noises, shares_of(count, noises, variance)));
  }
  return ptable;
}

}  // namespace sfumato::tables
