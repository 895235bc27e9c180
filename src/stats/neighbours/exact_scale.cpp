// Decimals become whole numbers first, r = v·10^d where r/10^d reads back as v; a factor of b bits times a
// number of 53 − b bits is exact, and so is the difference of two such products.
#include "stats/neighbours/exact_scale.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sfumato::stats {
namespace {

constexpr int fraction_bits = 3;  // of numbers that are not decimals: halves, quarters, eighths
constexpr int fewest_bits = 22;   // of a shortened factor
constexpr std::array<double, 7> powers{1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6};

// The whole number that stands for a value with d decimals; NaN where it has more.
double whole(double value, double power) {
  const double rounded = std::nearbyint(value * power);
  return rounded / power == value ? rounded : std::nan("");
}

// The least power of ten that makes all values whole; 1 where none does.
double power_of(std::span<const double> values) {
  std::size_t decimals = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    while (decimals < powers.size() && std::isnan(whole(value, powers[decimals]))) ++decimals;
    if (decimals == powers.size()) return 1.0;
  }
  return powers[decimals];
}

// The nearest number with this many bits.
double shortened(double number, int bits) {
  int exponent = 0;
  const double fraction = std::frexp(number, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(fraction, bits)), exponent - bits);
}

}  // namespace

void scale_exactly(const std::vector<std::span<double>>& sides, double factor) {
  double power = 1.0, largest = 0.0;
  for (const std::span<double> side : sides) {
    power = std::max(power, power_of(side));
    for (const double value : side) {
      if (std::isfinite(value)) largest = std::max(largest, std::fabs(value));
    }
  }
  int exponent = 0;
  std::frexp(largest * power, &exponent);
  const int bits = 53 - std::max(exponent, 0) - fraction_bits;
  const bool exact = bits >= fewest_bits;
  if (!exact) power = 1.0;
  const double used = exact ? shortened(factor / power, bits) : factor;
  for (const std::span<double> side : sides) {
    for (double& value : side) {
      const double number = power == 1.0 ? value : whole(value, power);
      value = (std::isnan(number) ? value * power : number) * used;
    }
  }
}

}  // namespace sfumato::stats
