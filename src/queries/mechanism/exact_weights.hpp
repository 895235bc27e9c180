// Weights 2^−y and their sums in integers, for the exponential mechanism: probabilities from floating-point
// sums would depend on the data in a way that cannot be bounded. Ilvento (2020), Implementing the exponential
// mechanism with base-2 differential privacy, CCS.
#pragma once

#include <array>
#include <cstdint>

namespace sfumato::queries {

__extension__ using Unsigned128 = unsigned __int128;

// y ≥ 0 with 64 bits after the point.
inline constexpr int max_power = 127;
inline constexpr Unsigned128 max_exponent = static_cast<Unsigned128>(max_power) << 64;

// mantissa · 2^(−63 − shift), the mantissa from 2^62 to 2^63.
struct Weight {
  std::uint64_t mantissa = 0;
  int shift = 0;
};

// 2^−y, y at most max_exponent; within a factor of 1 ± 2⁻⁵⁵.
Weight power_of_half(Unsigned128 exponent);

// 256 bits, least significant word first.
using Sum = std::array<std::uint64_t, 4>;

// `count` (at most 2^56) times a weight, in units of 2^(−63 − max_power).
Sum times(std::uint64_t count, const Weight& weight);

inline void add(Sum& sum, const Sum& other) {
  Unsigned128 carry = 0;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    carry += static_cast<Unsigned128>(sum[i]) + other[i];
    sum[i] = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
}

// sum − other modulo 2^256; returns whether the difference is below 0.
inline bool subtract(Sum& sum, const Sum& other) {
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const Unsigned128 difference = static_cast<Unsigned128>(sum[i]) - other[i] - borrow;
    sum[i] = static_cast<std::uint64_t>(difference);
    borrow = static_cast<std::uint64_t>(difference >> 64) & 1;
  }
  return borrow != 0;
}

// A number below `bound` from 320 random bits: ⌊bound · bits / 2^320⌋. The probability of each number is
// within a factor of 1 ± bound · 2⁻³²⁰ of uniform; the time is constant.
Sum below(const Sum& bound, const std::array<std::uint64_t, 5>& bits);

}  // namespace sfumato::queries
