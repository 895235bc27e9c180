// Laplace noise that is suitable for a differential-privacy guarantee: whole numbers of steps on a grid,
// drawn bit by bit from cryptographic random bits. Laplace draws in floating point leak through their low
// bits: Mironov (2012), On significance of the least significant bits for differential privacy, CCS.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/schema.hpp"
#include "core/secure_rng.hpp"

namespace sfumato::stats {

// Whole numbers z with probability proportional to e^(−λ|z|), the two-sided geometric distribution.
// Magnitudes are drawn bit by bit, since the bits of a geometric number are independent: bit i is set with
// probability 1/(1 + e^(λ·2^i)). Every draw takes the same work, whatever the result; only "minus zero" is
// drawn again, and that reveals nothing about the draw that replaces it. Probabilities down to 2⁻¹² are kept
// to 64 bits and smaller ones to 128, and bits with λ·2^i ≥ 88 (a probability of 2⁻¹²⁷) are left out, so that
// the drawn distribution is within 2⁻⁴⁰ of the true one in every likelihood ratio that has a chance above
// 2⁻⁸⁰.
class GeometricNoise {
 public:
  // Below it magnitudes would not fit into 64 bits.
  static constexpr double smallest_lambda = 0x1p-55;

  explicit GeometricNoise(double lambda);  // smallest_lambda or more

  std::int64_t draw(SecureRng& rng) const;
  void draw(SecureRng& rng, std::span<std::int64_t> steps) const;

  double lambda() const { return lambda_; }
  // Cryptographic words that one draw takes.
  std::size_t words() const { return narrow_.size() + 2 * wide_.size() + 1; }

 private:
  using Wide = std::array<std::uint64_t, 2>;  // high, low

  std::uint64_t magnitude(const std::uint64_t* words) const;

  double lambda_;
  std::vector<std::uint64_t> narrow_;  // thresholds of the lower bits: set when a word lies below
  std::vector<Wide> wide_;             // of the upper bits, which are rarely set
};

// A domain as whole numbers of steps of a grid: values are rounded to the nearest step inside the domain
// before anything is computed, so that sums and sensitivities are exact. The step is a power of two.
struct Grid {
  double step = 1.0;
  double base = 0.0;         // a multiple of the step, at most the lower end
  std::int64_t lowest = 0;   // first step inside the domain, counted from the base
  std::int64_t highest = 0;  // last one
  Domain domain = {};

  // Width of the domain in steps: never more than the declared width.
  std::int64_t width() const { return highest - lowest; }
  // The nearest step inside the domain; that of the middle for NaN.
  std::int64_t steps(double value) const;
  // The inverse, clamped to the domain; for any number of steps.
  double value(std::int64_t steps) const;
};

// The grid for noise of about that scale: the smallest power of two that is at least 2⁻⁴⁰ of it and 2⁻⁵⁰ of
// the domain's width, but never more than half that width. It depends on nothing but the two. The domain
// must be wider than 0.
Grid noise_grid(const Domain& domain, double scale);

}  // namespace sfumato::stats
