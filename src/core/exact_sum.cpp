// A double is a whole number of 53 bits times a power of two: it is added to the digits that its bits cover.
#include "core/exact_sum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace sfumato {
namespace {

__extension__ using Wide = __int128;
__extension__ using WideBits = unsigned __int128;

constexpr std::int64_t base = std::int64_t{1} << 32;
constexpr std::uint64_t low_half = 0xffffffffU;
constexpr int lowest_bit = -1088;  // of the digits of an ExactSum

// |value| = mantissa · 2^exponent, the mantissa odd or 0.
struct Bits {
  std::uint64_t mantissa = 0;
  int exponent = 0;
};

Bits bits_of(double value) {
  const auto raw = std::bit_cast<std::uint64_t>(value);
  const auto field = static_cast<int>(raw >> 52U & 0x7ffU);
  std::uint64_t mantissa = raw & ((std::uint64_t{1} << 52U) - 1);
  if (field != 0) mantissa |= std::uint64_t{1} << 52U;
  if (mantissa == 0) return {};
  const int zeros = std::countr_zero(mantissa);
  return {mantissa >> static_cast<unsigned>(zeros), std::max(field, 1) - 1075 + zeros};
}

// Digits 0 … base − 1 but the highest, which keeps the sign.
template <class Digits>
void carry_over(Digits& digits) {
  for (std::size_t i = 0; i + 1 < digits.size(); ++i) {
    const std::int64_t carried = digits[i] >> 32;  // rounds down
    digits[i] -= carried * base;
    digits[i + 1] += carried;
  }
}

// The nearest double to Σ digits·2^(lowest + 32·place).
double nearest(std::vector<std::int64_t> digits, int lowest) {
  digits.insert(digits.end(), 3, 0);  // room for carries
  carry_over(digits);
  const bool negative = digits.back() < 0;
  if (negative) {
    for (std::int64_t& digit : digits) digit = -digit;
    carry_over(digits);
  }
  std::size_t top = digits.size();
  while (top > 0 && digits[top - 1] == 0) --top;
  if (top == 0) return 0.0;
  // The highest three digits have 65 bits at least; one more bit tells whether anything is below.
  WideBits high = 0;
  bool below = false;
  const std::size_t used = std::min<std::size_t>(top, 3);
  for (std::size_t i = 0; i < top; ++i) {
    if (i + used < top) {
      below = below || digits[i] != 0;
    } else {
      high |= static_cast<WideBits>(digits[i]) << (32 * (i + used - top));
    }
  }
  int exponent = lowest + 32 * static_cast<int>(top - used);
  int width = 0;
  for (WideBits rest = high; rest != 0; rest >>= 1) ++width;
  // 53 bits, or fewer where the number is below the normal ones.
  const int drop = std::max(width - 53, -1074 - exponent);
  if (drop > 0) {
    const WideBits half = WideBits{1} << (drop - 1), cut = high & ((WideBits{1} << drop) - 1);
    high >>= drop;
    exponent += drop;
    if (cut > half || (cut == half && (below || (high & 1U) != 0))) ++high;
  }
  const double size = std::ldexp(static_cast<double>(static_cast<std::uint64_t>(high)), exponent);
  return negative ? -size : size;
}

int highest_exponent(double value) { return value == 0.0 ? -1100 : std::ilogb(value) + 1; }

}  // namespace

void ExactSum::add(double value, std::uint64_t times) {
  if (!std::isfinite(value)) {
    if (times > 0) beyond_ += value;
    return;
  }
  const Bits bits = bits_of(value);
  if (bits.mantissa == 0 || times == 0) return;
  const auto from = static_cast<unsigned>(bits.exponent - lowest_bit);
  WideBits shifted = static_cast<WideBits>(bits.mantissa) * times << (from % 32U);
  const bool negative = std::signbit(value);
  for (std::size_t place = from / 32U; shifted != 0; ++place, shifted >>= 32U) {
    const auto digit = static_cast<std::int64_t>(static_cast<std::uint64_t>(shifted) & low_half);
    digits_[place] += negative ? -digit : digit;
  }
  if (++additions_ == std::uint32_t{1} << 30U) carry();
}

void ExactSum::carry() {
  carry_over(digits_);
  additions_ = 0;
}

double ExactSum::value() const {
  if (beyond_ != 0.0) return beyond_;  // NaN differs from 0 too
  return nearest({digits_.begin(), digits_.end()}, lowest_bit);
}

double exact_sum(std::span<const double> values, std::span<const std::uint32_t> times) {
  ExactSum sum;
  for (std::size_t i = 0; i < values.size(); ++i) sum.add(values[i], times.empty() ? 1 : times[i]);
  return sum.value();
}

std::vector<double> exact_sums(std::span<const double> values, std::span<const std::uint32_t> times,
                               std::span<const std::uint32_t> of, std::size_t groups) {
  double terms = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) terms += times.empty() ? 1.0 : times[i];
  const BinaryUnits units(values, terms);
  std::vector<double> result(groups, 0.0);
  if (units.exact()) {
    std::vector<Wide> sums(groups, 0);
    for (std::size_t i = 0; i < values.size(); ++i) {
      sums[of[i]] += units.units(values[i]) * (times.empty() ? 1 : times[i]);
    }
    std::transform(sums.begin(), sums.end(), result.begin(), [&](Wide sum) { return units.number(sum); });
    return result;
  }
  std::vector<std::size_t> next(groups + 1, 0), order(values.size());
  for (const std::uint32_t group : of) ++next[group + 1];
  for (std::size_t group = 0; group < groups; ++group) next[group + 1] += next[group];
  std::vector<std::size_t> end = next;
  for (std::size_t i = 0; i < values.size(); ++i) order[end[of[i]]++] = i;
  for (std::size_t group = 0; group < groups; ++group) {
    ExactSum sum;
    for (std::size_t at = next[group]; at < next[group + 1]; ++at) {
      sum.add(values[order[at]], times.empty() ? 1 : times[order[at]]);
    }
    result[group] = sum.value();
  }
  return result;
}

BinaryUnits::BinaryUnits(std::span<const double> values, double terms) {
  int lowest = 2000, highest = -1100;
  for (const double value : values) {
    if (value == 0.0) continue;
    lowest = std::min(lowest, bits_of(value).exponent);
    highest = std::max(highest, highest_exponent(value));
  }
  if (lowest == 2000) return;
  const int coarsest = highest + highest_exponent(std::max(1.0, terms)) - 125;
  exact_ = lowest >= coarsest;
  exponent_ = std::max(lowest, coarsest);
}

BinaryUnits::Wide BinaryUnits::units(double value) const {
  const Bits bits = bits_of(value);
  if (bits.mantissa == 0) return 0;
  const int shift = bits.exponent - exponent_;
  WideBits size = bits.mantissa;
  if (shift >= 0) {
    size <<= shift;
  } else if (shift <= -64) {
    size = 0;
  } else {
    size = (size + (WideBits{1} << (-shift - 1))) >> -shift;
  }
  return std::signbit(value) ? -static_cast<Wide>(size) : static_cast<Wide>(size);
}

double BinaryUnits::number(Wide units) const {
  // The conversion of 128 bits rounds to nearest, and the power of two changes no bit of a normal number.
  return std::ldexp(static_cast<double>(units), exponent_);
}

bool SplitNumber::set(double value, std::uint64_t times) {
  digit = {};
  const Bits bits = bits_of(value);
  if (!(value >= 0.0) || !std::isfinite(value)) return false;
  if (bits.mantissa == 0 || times == 0) return true;
  const int from = bits.exponent - lowest;
  const auto highest = std::bit_width(bits.mantissa) + std::bit_width(times);
  if (from < 0 || from + highest > 32 * static_cast<int>(digits)) return false;
  WideBits shifted = static_cast<WideBits>(bits.mantissa) * times << static_cast<unsigned>(from % 32);
  for (auto place = static_cast<std::size_t>(from / 32); shifted != 0; ++place, shifted >>= 32U) {
    digit[place] = static_cast<std::int64_t>(static_cast<std::uint64_t>(shifted) & low_half);
  }
  return true;
}

double SplitNumber::value() const { return nearest({digit.begin(), digit.end()}, lowest); }

}  // namespace sfumato
