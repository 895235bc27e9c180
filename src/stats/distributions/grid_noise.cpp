// Thresholds are made once per scale; a draw is comparisons and shifts only.
#include "stats/distributions/grid_noise.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/elementary.hpp"

namespace sfumato::stats {
namespace {

constexpr double rarest = 88.0;          // λ·2^i from which a bit is never set
constexpr double narrow_at_most = 8.25;  // λ·2^i up to which 64 bits are enough: a chance of 2⁻¹²
constexpr std::size_t at_once = 32;

// 1/(1 + e^x). For small x by the series of ½(1 − tanh(x/2)), whose difference from ½ stays exact.
double chance_of(double x) {
  if (x < 0x1p-10) return 0.5 - x / 4.0 * (1.0 - x * x / 12.0);
  const double inverse = portable_exp(-x);
  return inverse / (1.0 + inverse);
}

// 2⁶⁴ times a chance of at most ½. Below 2⁻¹⁰ the difference from ½ is scaled by itself, to lose no bits.
std::uint64_t threshold(double x) {
  if (x < 0x1p-10) {
    return (std::uint64_t{1} << 63) -
           static_cast<std::uint64_t>(std::ldexp(x / 4.0 * (1.0 - x * x / 12.0), 64));
  }
  return static_cast<std::uint64_t>(std::ldexp(chance_of(x), 64));
}

// 2¹²⁸ times a chance below 2⁻¹⁰.
std::array<std::uint64_t, 2> wide_threshold(double x) {
  const double high = std::ldexp(chance_of(x), 64);
  const double whole = std::floor(high);
  return {static_cast<std::uint64_t>(whole), static_cast<std::uint64_t>(std::ldexp(high - whole, 64))};
}

}  // namespace

GeometricNoise::GeometricNoise(double lambda) : lambda_(lambda) {
  assert(lambda >= smallest_lambda);
  for (double x = lambda; x < rarest; x *= 2.0) {
    if (x <= narrow_at_most) {
      narrow_.push_back(threshold(x));
    } else {
      wide_.push_back(wide_threshold(x));
    }
  }
}

std::uint64_t GeometricNoise::magnitude(const std::uint64_t* words) const {
  std::uint64_t result = 0;
  for (std::size_t i = 0; i < narrow_.size(); ++i) {
    result |= static_cast<std::uint64_t>(words[i] < narrow_[i]) << i;
  }
  const std::uint64_t* pairs = words + narrow_.size();
  for (std::size_t i = 0; i < wide_.size(); ++i) {
    const std::uint64_t high = pairs[2 * i], low = pairs[2 * i + 1];
    const auto below = static_cast<std::uint64_t>(high < wide_[i][0]);
    const auto equal = static_cast<std::uint64_t>(high == wide_[i][0]);
    const auto low_below = static_cast<std::uint64_t>(low < wide_[i][1]);
    result |= (below | (equal & low_below)) << (narrow_.size() + i);
  }
  return result;
}

std::int64_t GeometricNoise::draw(SecureRng& rng) const {
  std::int64_t step = 0;
  draw(rng, {&step, 1});
  return step;
}

void GeometricNoise::draw(SecureRng& rng, std::span<std::int64_t> steps) const {
  std::vector<std::uint64_t> buffer(words() * std::min(at_once, std::max<std::size_t>(1, steps.size())));
  for (std::size_t begin = 0; begin < steps.size();) {
    const std::size_t count = std::min(at_once, steps.size() - begin);
    rng.fill({buffer.data(), count * words()});
    std::size_t kept = begin;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t* own = buffer.data() + i * words();
      const std::uint64_t size = magnitude(own);
      const std::uint64_t minus = own[words() - 1] & 1;
      // Two's complement without a branch; minus zero is overwritten by the next draw.
      steps[kept] = static_cast<std::int64_t>((size ^ (0 - minus)) + minus);
      kept += static_cast<std::size_t>((size != 0) | (minus == 0));
    }
    begin = kept;
  }
}

std::int64_t Grid::steps(double value) const {
  if (std::isnan(value)) return lowest + (highest - lowest) / 2;
  const double position = std::nearbyint((value - base) / step);
  if (position <= static_cast<double>(lowest)) return lowest;
  if (position >= static_cast<double>(highest)) return highest;
  return static_cast<std::int64_t>(position);
}

double Grid::value(std::int64_t count) const {
  // In a wide domain a tiny lower end is lost in rounding, so the result is clamped to it again.
  const double value = base + static_cast<double>(std::clamp(count, lowest, highest)) * step;
  return std::clamp(value, domain.lower, domain.upper);
}

Grid noise_grid(const Domain& domain, double scale) {
  const double width = domain.upper - domain.lower;
  // Of a step of at most half the width, a multiple lies in the domain.
  const double wanted = std::min(std::max(scale * 0x1p-40, width * 0x1p-50), width * 0.25);
  int exponent = 0;
  const double mantissa = std::frexp(wanted, &exponent);  // in [½, 1)
  Grid grid;
  grid.domain = domain;
  grid.step = std::ldexp(1.0, mantissa == 0.5 ? exponent - 1 : exponent);
  // Numbers of 2⁵³ steps or more are multiples of the step already.
  const double lower = domain.lower / grid.step;
  grid.base = std::fabs(lower) < 0x1p53 ? std::floor(lower) * grid.step : domain.lower;
  grid.lowest = static_cast<std::int64_t>(std::ceil((domain.lower - grid.base) / grid.step));
  grid.highest = static_cast<std::int64_t>(std::floor((domain.upper - grid.base) / grid.step));
  // The difference was rounded, and a domain that ends just below a step must not reach it.
  if (grid.base + static_cast<double>(grid.highest) * grid.step > domain.upper) --grid.highest;
  grid.highest = std::max(grid.highest, grid.lowest);
  return grid;
}

}  // namespace sfumato::stats
