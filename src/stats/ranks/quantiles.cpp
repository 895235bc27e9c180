// Quantiles by their definitions.
#include "stats/ranks/quantiles.hpp"

#include <algorithm>
#include <cmath>

#include "stats/ranks/ranks.hpp"

namespace sfumato::stats {

double quantile(std::span<const double> sorted, double p) {
  return quantile_of(sorted.size(), p, [&](std::size_t place) { return sorted[place]; });
}

double quantile_of(std::size_t size, double p, const std::function<double(std::size_t place)>& at) {
  const double place = p * static_cast<double>(size - 1);
  const auto below = static_cast<std::size_t>(place);
  const double low = at(below), high = at(std::min(below + 1, size - 1));
  const double share = place - static_cast<double>(below);
  // Between two values, whatever rounding does.
  return std::clamp(low + share * (high - low), low, high);
}

double weighted_quantile(std::span<const double> values, std::span<const double> weights, double p) {
  const std::vector<std::uint32_t> order = ascending_order(values);
  double total = 0.0;
  for (const std::uint32_t row : order) total += weights[row];
  double reached = 0.0, value = std::nan("");
  for (const std::uint32_t row : order) {
    if (weights[row] <= 0.0) continue;
    value = values[row];
    reached += weights[row];
    if (reached >= p * total) break;
  }
  return value;
}

}  // namespace sfumato::stats
