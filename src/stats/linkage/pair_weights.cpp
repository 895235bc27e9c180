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
std::vector<double> pattern_probabilities(const std::vector<double>& rates, const PatternLayout& layout,
                                          const std::vector<double>& unknown) {
  std::vector<double> result{1.0};
  for (std::size_t j = 0; j < rates.size(); ++j) {
    const std::vector<double> before = result;
    for (const double each : before) result.push_back(each * rates[j]);
    for (std::size_t i = 0; i < before.size(); ++i) result[i] *= 1.0 - rates[j];
    if (layout.unknown(j) == 0) continue;
    for (double& known : result) known *= 1.0 - unknown[j];
    for (const double each : before) result.push_back(each * unknown[j]);
    result.resize(4 * before.size(), 0.0);  // no pattern is both unknown and an agreement
  }
  return result;
}

}  // namespace

std::vector<double> pair_weights(const LatentClasses& classes) {
  return pair_weights(classes, PatternLayout(classes.match.size()));
}

std::vector<double> pair_weights(const LatentClasses& classes, const PatternLayout& layout) {
  std::vector<double> result{0.0};
  for (std::size_t j = 0; j < classes.match.size(); ++j) {
    const double m = classes.match[j], u = classes.other[j];
    const double agreement = rounded_weight(m, u), disagreement = rounded_weight(1.0 - m, 1.0 - u);
    const std::vector<double> before = result;
    for (const double each : before) result.push_back(each + agreement);
    for (std::size_t i = 0; i < before.size(); ++i) result[i] += disagreement;
    if (layout.unknown(j) == 0) continue;
    for (int copy = 0; copy < 2; ++copy) result.insert(result.end(), before.begin(), before.end());
  }
  return result;
}

LinkThresholds link_thresholds(const LatentClasses& classes, const std::vector<double>& weights,
                               double false_match, double false_non_match) {
  return link_thresholds(classes, PatternLayout(classes.match.size()), {}, weights, false_match,
                         false_non_match);
}

LinkThresholds link_thresholds(const LatentClasses& classes, const PatternLayout& layout,
                               const std::vector<double>& unknown, const std::vector<double>& weights,
                               double false_match, double false_non_match) {
  std::vector<std::uint32_t> order(weights.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return weights[a] < weights[b]; });
  const auto matches = pattern_probabilities(classes.match, layout, unknown),
             others = pattern_probabilities(classes.other, layout, unknown);
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
