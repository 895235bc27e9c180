#include "queries/camouflage/outward.hpp"

#include <cmath>
#include <limits>

#include "core/number_limits.hpp"

namespace sfumato::queries {

Wide integer_end(Wide numerator, Wide denominator, End end) {
  const Wide quotient = numerator / denominator;  // towards 0
  if (quotient * denominator == numerator) return quotient;
  if (end == End::lower) return numerator < 0 ? quotient - 1 : quotient;
  return numerator < 0 ? quotient : quotient + 1;
}

double real_end(long double value, End end) {
  return std::nextafter(static_cast<double>(value), end == End::lower ? -infinity : infinity);
}

double decimal_end(Wide units, int decimals, End end) {
  constexpr Wide exact_text = 1'000'000'000'000'000;
  double power = 1;
  for (int i = 0; i < decimals; ++i) power *= 10;
  if (units >= -exact_text && units <= exact_text) return static_cast<double>(units) / power;
  return real_end(static_cast<long double>(units) / static_cast<long double>(power), end);
}

Interval decimal_interval(Wide lower, Wide upper, int decimals) {
  return {decimal_end(lower, decimals, End::lower), decimal_end(upper, decimals, End::upper)};
}

}  // namespace sfumato::queries
