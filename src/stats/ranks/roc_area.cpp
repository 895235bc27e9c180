// Placements (the share of the other side that a record beats) are found by sorting, so that no pairs are
// compared: Sun, Xu (2014), Fast implementation of DeLong's algorithm, IEEE Signal Processing Letters 21.
#include "stats/ranks/roc_area.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

namespace sfumato::stats {
namespace {

// Of each score the share of `others` below it, ties half.
std::vector<double> placements(std::span<const double> scores, std::span<const double> others) {
  std::vector<double> sorted(others.begin(), others.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> result;
  for (const double score : scores) {
    const auto [low, high] = std::equal_range(sorted.begin(), sorted.end(), score);
    const auto below = static_cast<double>(low - sorted.begin()), equal = static_cast<double>(high - low);
    result.push_back((below + 0.5 * equal) / static_cast<double>(sorted.size()));
  }
  return result;
}

double mean_placement(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double placement_covariance(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() < 2) return 0.0;
  const double mean_a = mean_placement(a), mean_b = mean_placement(b);
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - mean_a) * (b[i] - mean_b);
  return sum / static_cast<double>(a.size() - 1);
}

}  // namespace

double RocAreas::difference_variance() const {
  return std::max(0.0, first_variance + second_variance - 2.0 * covariance);
}

RocAreas roc_areas(std::span<const double> first_positive, std::span<const double> first_negative,
                   std::span<const double> second_positive, std::span<const double> second_negative) {
  const std::vector<double> a = placements(first_positive, first_negative),
                            b = placements(second_positive, second_negative),
                            c = placements(first_negative, first_positive),
                            d = placements(second_negative, second_positive);
  const auto combined = [&](const std::vector<double>& x, const std::vector<double>& y,
                            const std::vector<double>& u, const std::vector<double>& v) {
    return placement_covariance(x, y) / static_cast<double>(x.size()) +
           placement_covariance(u, v) / static_cast<double>(u.size());
  };
  return {mean_placement(a), mean_placement(b), combined(a, a, c, c), combined(b, b, d, d),
          combined(a, b, c, d)};
}

double true_positive_rate(std::span<const double> positive, std::span<const double> negative,
                          double false_rate) {
  std::vector<double> others(negative.begin(), negative.end());
  std::sort(others.begin(), others.end(), std::greater<>());
  const auto allowed = static_cast<std::size_t>(false_rate * static_cast<double>(others.size()) + 1e-9);
  // A threshold above others[allowed] is reached by no more than `allowed` of them.
  const auto reached = std::count_if(positive.begin(), positive.end(), [&](double score) {
    return allowed >= others.size() || score > others[allowed];
  });
  return static_cast<double>(reached) / static_cast<double>(positive.size());
}

}  // namespace sfumato::stats
