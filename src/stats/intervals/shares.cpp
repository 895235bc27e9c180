// Score intervals, which stay inside [0, 1] and are not empty at 0 or 1.
#include "stats/intervals/shares.hpp"

#include <algorithm>
#include <cmath>

#include "core/elementary.hpp"

namespace sfumato::stats {
namespace {

double two_sided_quantile(double level) { return normal_quantile((1.0 + level) / 2.0); }

}  // namespace

Interval wilson(double successes, double trials, double level) {
  if (!(trials > 0.0)) return {};
  const double z = two_sided_quantile(level), all = trials + z * z;
  const double centre = (successes + z * z / 2.0) / all;
  const double half = z / all * std::sqrt(successes * (trials - successes) / trials + z * z / 4.0);
  return {successes <= 0.0 ? 0.0 : std::max(0.0, centre - half),
          successes >= trials ? 1.0 : std::min(1.0, centre + half)};
}

Interval newcombe(double successes, double trials, double other_successes, double other_trials,
                  double level) {
  if (!(trials > 0.0) || !(other_trials > 0.0)) return {-1.0, 1.0};
  const double p = successes / trials, q = other_successes / other_trials;
  const Interval first = wilson(successes, trials, level);
  const Interval second = wilson(other_successes, other_trials, level);
  return {p - q - std::hypot(p - first.lower, second.upper - q),
          p - q + std::hypot(first.upper - p, q - second.lower)};
}

Interval quantile_interval(std::span<const double> sorted, double p, double level) {
  const auto count = static_cast<double>(sorted.size());
  const double half = two_sided_quantile(level) * std::sqrt(count * p * (1.0 - p));
  const auto value = [&](double rank) {
    return sorted[static_cast<std::size_t>(std::clamp(rank, 1.0, count)) - 1];
  };
  return {value(std::floor(count * p - half)), value(std::ceil(count * p + half) + 1.0)};
}

}  // namespace sfumato::stats
