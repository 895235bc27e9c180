#include "queries/mechanism/noisy_group.hpp"

#include <algorithm>

namespace sfumato::queries {
namespace {

constexpr double rounding = 1e-14;  // widening of combined intervals, relative to the domain

}  // namespace

Interval ratio(const Interval& sum, const Interval& count) {
  const double least = std::max(1.0, count.lower), most = std::max(1.0, count.upper);
  return {sum.lower / (sum.lower < 0.0 ? least : most), sum.upper / (sum.upper < 0.0 ? most : least)};
}

Interval square(const Interval& values) {
  const double first = values.lower * values.lower, second = values.upper * values.upper;
  const bool holds_zero = values.lower <= 0.0 && values.upper >= 0.0;
  return {holds_zero ? 0.0 : std::min(first, second), std::max(first, second)};
}

void keep_within(GroupAnswer& answer, double lowest, double highest) {
  const double widening = rounding * (highest - lowest);
  answer.value = std::clamp(answer.value, lowest, highest);
  answer.lower95 = std::clamp(answer.lower95 - widening, lowest, highest);
  answer.upper95 = std::clamp(answer.upper95 + widening, lowest, highest);
}

}  // namespace sfumato::queries
