// The amount that all coordinates are lowered by follows from the largest ones alone.
#include "stats/linear/simplex_projection.hpp"

#include <algorithm>
#include <functional>

namespace sfumato::stats {

std::vector<double> simplex_projection(std::span<const double> values, double total) {
  std::vector<double> result(values.begin(), values.end());
  if (result.empty()) return result;
  std::vector<double> falling = result;
  std::sort(falling.begin(), falling.end(), std::greater<>());
  // Relative to the largest value, so that sums stay small where values are huge.
  const double largest = falling.front();
  double sum = 0.0, lowered = 0.0;
  for (std::size_t i = 0; i < falling.size(); ++i) {
    const double below = falling[i] - largest;
    const double candidate = (sum + below - total) / static_cast<double>(i + 1);
    if (i > 0 && below <= candidate) break;
    sum += below;
    lowered = candidate;
  }
  for (double& value : result) value = std::max((value - largest) - lowered, 0.0);
  return result;
}

}  // namespace sfumato::stats
