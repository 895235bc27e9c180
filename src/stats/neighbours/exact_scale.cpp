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
double whole_number(double value, double power) {
  const double rounded = std::nearbyint(value * power);
  return rounded / power == value ? rounded : std::nan("");
}

// The least power of ten that makes all values whole; 1 where none does.
double power_of(std::uint32_t whole) {
  for (std::size_t decimals = 0; decimals < powers.size(); ++decimals) {
    if ((whole >> decimals & 1U) != 0) return powers[decimals];
  }
  return 1.0;
}

// The nearest number with this many bits.
double shortened(double number, int bits) {
  int exponent = 0;
  const double fraction = std::frexp(number, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(fraction, bits)), exponent - bits);
}

}  // namespace

void ScaleFacts::observe(double value) {
  if (!std::isfinite(value)) return;
  largest = std::max(largest, std::fabs(value));
  for (std::size_t decimals = 0; decimals < powers.size(); ++decimals) {
    if ((whole >> decimals & 1U) == 0) continue;
    if (std::isnan(whole_number(value, powers[decimals]))) whole &= ~(1U << decimals);
  }
}

void ScaleFacts::merge(const ScaleFacts& other) {
  whole &= other.whole;
  largest = std::max(largest, other.largest);
}

ExactScale::ExactScale(std::span<const ScaleFacts> sides, double wanted) {
  double largest = 0.0;
  for (const ScaleFacts& side : sides) {
    power = std::max(power, power_of(side.whole));
    largest = std::max(largest, side.largest);
  }
  int exponent = 0;
  std::frexp(largest * power, &exponent);
  const int bits = 53 - std::max(exponent, 0) - fraction_bits;
  const bool exact = bits >= fewest_bits;
  if (!exact) power = 1.0;
  factor = exact ? shortened(wanted / power, bits) : wanted;
}

double ExactScale::operator()(double value) const {
  const double number = power == 1.0 ? value : whole_number(value, power);
  return (std::isnan(number) ? value * power : number) * factor;
}

void scale_exactly(const std::vector<std::span<double>>& sides, double factor) {
  std::vector<ScaleFacts> facts(sides.size());
  for (std::size_t side = 0; side < sides.size(); ++side) {
    for (const double value : sides[side]) facts[side].observe(value);
  }
  const ExactScale scale(facts, factor);
  for (const std::span<double> side : sides) {
    for (double& value : side) value = scale(value);
  }
}

}  // namespace sfumato::stats
