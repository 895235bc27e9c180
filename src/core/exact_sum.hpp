// Sums of doubles that do not depend on the order of the additions: the exact sum, rounded once. Results are
// then equal for any order of the records and for any parts in which they are summed.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "core/value.hpp"

namespace sfumato {

// All bits of a sum. The layout is the small superaccumulator of Neal (2015), Fast exact summation using
// small and large superaccumulators, arXiv:1505.05571. Parts of a sum can be made apart and merged.
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
  // term · times, exactly; times ≤ 2^32.
  void add(double term, std::uint64_t times);
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

// Σ values · times; `times` may be empty: each once.
double exact_sum(std::span<const double> values, std::span<const std::uint32_t> times = {});

// The same by group: of[i] is the group of values[i]. Values are finite.
std::vector<double> exact_sums(std::span<const double> values, std::span<const std::uint32_t> times,
                               std::span<const std::uint32_t> of, std::size_t groups);

// Finite doubles as integers of one unit, a power of two: sums of the integers depend on no order. The unit
// is the lowest bit of all values, unless sums of them would then not fit 126 bits: values are rounded to
// 2^-120 or less of the largest possible sum.
class BinaryUnits {
 public:
  __extension__ using Wide = __int128;

  // For sums in which every value occurs at most once per `terms` of all terms.
  BinaryUnits(std::span<const double> values, double terms);

  bool exact() const { return exact_; }
  Wide units(double value) const;
  double number(Wide units) const;

 private:
  int exponent_ = 0;
  bool exact_ = true;
};

// A number ≥ 0 as digits of 32 bits from 2^lowest, for sums that are made elsewhere, by adding digit by
// digit: at most 2^31 of them. False where it has bits outside of these digits.
struct SplitNumber {
  static constexpr int lowest = -80;
  static constexpr std::size_t digits = 5;
  std::array<std::int64_t, digits> digit = {};

  bool set(double value, std::uint64_t times = 1);
  // The nearest double to Σ digit·2^(lowest + 32·place).
  double value() const;
};

}  // namespace sfumato
