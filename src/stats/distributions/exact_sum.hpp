// A sum of doubles without any rounding until it is read: the same bits for any order of the terms, so that
// parts of a sum can be made apart and merged. The layout is the small superaccumulator of Neal (2015), Fast
// exact summation using small and large superaccumulators, arXiv:1505.05571.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/value.hpp"

namespace sfumato::stats {

class ExactSum {
 public:
  void add(double term) {
    const auto bits = std::bit_cast<std::uint64_t>(term);
    const std::uint64_t exponent = bits >> 52 & 0x7ff;
    if (exponent == 0x7ff) {
      special_ += term;
      return;
    }
    if (++pending_ == most_pending) carry();
    // A number below the normal ones has the exponent of the least of them, without the leading bit.
    const std::uint64_t place = exponent == 0 ? 1 : exponent;
    const std::uint64_t digits = (bits & 0xfffffffffffffULL) | (exponent == 0 ? 0 : std::uint64_t{1} << 52);
    const std::uint64_t shift = place & 31;
    const auto low = static_cast<std::int64_t>(digits << shift & 0xffffffffULL);
    const auto high = static_cast<std::int64_t>(digits >> (32 - shift));
    std::int64_t* chunk = chunks_.data() + (place >> 5);
    if (bits >> 63 == 0) {
      chunk[0] += low;
      chunk[1] += high;
    } else {
      chunk[0] -= low;
      chunk[1] -= high;
    }
  }
  void add(const ExactSum& other);
  void subtract(const ExactSum& other);

  // The double next to the sum, of two the even one. NaN or infinite where a term was.
  double value() const;

  // All that is known, and back; a state that is none is an error.
  Value state() const;
  static ExactSum of_state(const Value& state);

 private:
  static constexpr std::size_t size = 67;
  static constexpr std::uint32_t most_pending = 1000;

  // Leaves 32 bits in every chunk but the last, which alone may be negative.
  void carry();

  std::array<std::int64_t, size> chunks_{};  // chunk i counts multiples of 2^(32·i − 1075)
  double special_ = 0.0;                     // terms that are not finite
  std::uint32_t pending_ = 0;                // terms since the last carry
};

}  // namespace sfumato::stats
