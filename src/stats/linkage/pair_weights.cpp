// Weights and thresholds from the two classes.
#include "stats/linkage/pair_weights.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sfumato::stats {
namespace {

constexpr double rounding = 1e-12;  // of sums of probabilities

double rounded_weight(double match, double other) {
  return std::ldexp(std::nearbyint(std::ldexp(std::log2(match / other), 40)), -40);
}

// The probability of every pattern, by doubling over the columns.
std::vector<double> pattern_probabilities(const std::vector<double>& rates) {
  std::vector<double> result{1.0};
  for (const double rate : rates) {
    const std::size_t size = result.size();
    for (std::size_t i = 0; i < size; ++i) result.push_back(result[i] * rate);
    for (std::size_t i = 0; i < size; ++i) result[i] *= 1.0 - rate;
  }
  return result;
}

}  // namespace

std::vector<double> pair_weights(const LatentClasses& classes) {
  std::vector<double> result{0.0};
  for (std::size_t j = 0; j < classes.match.size(); ++j) {
    const double m = classes.match[j], u = classes.other[j];
    const double agreement = rounded_weight(m, u), disagreement = rounded_weight(1.0 - m, 1.0 - u);
    const std::size_t size = result.size();
    for (std::size_t i = 0; i < size; ++i) result.push_back(result[i] + agreement);
    for (std::size_t i = 0; i < size; ++i) result[i] += disagreement;
  }
  return result;
}

LinkThresholds link_thresholds(const LatentClasses& classes, const std::vector<double>& weights,
                               double false_match, double false_non_match) {
  std::vector<std::uint32_t> order(weights.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return weights[a] < weights[b]; });
  const auto matches = pattern_probabilities(classes.match), others = pattern_probabilities(classes.other);
  LinkThresholds result;
  // Patterns of equal weight fall on the same side of a threshold.
  double sum = 0.0;
  for (std::size_t end = order.size(); end > 0;) {
    const double weight = weights[order[end - 1]];
    for (; end > 0 && weights[order[end - 1]] == weight; --end) sum += others[order[end - 1]];
    if (sum > false_match + rounding) break;
    result.upper = weight;
  }
  sum = 0.0;
  for (std::size_t begin = 0; begin < order.size();) {
    const double weight = weights[order[begin]];
    for (; begin < order.size() && weights[order[begin]] == weight; ++begin) sum += matches[order[begin]];
    if (sum > false_non_match + rounding) break;
    result.lower = weight;
  }
  return result;
}

}  // namespace sfumato::stats
