// A double is a whole number of 53 bits times a power of two: it is added to the digits that its bits cover.
#include "core/exact_sum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/error.hpp"

namespace sfumato {
namespace {

__extension__ using Wide = __int128;
__extension__ using WideBits = unsigned __int128;

constexpr std::int64_t base = std::int64_t{1} << 32;
constexpr std::uint64_t low_half = 0xffffffffU;

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

int bit_length(WideBits bits) {
  const auto high = static_cast<std::uint64_t>(bits >> 64);
  return high != 0 ? 128 - std::countl_zero(high) : 64 - std::countl_zero(static_cast<std::uint64_t>(bits));
}

[[noreturn]] void refuse_state() { bad_input("a partial state has a sum that is none"); }

int highest_exponent(double value) { return value == 0.0 ? -1100 : std::ilogb(value) + 1; }

}  // namespace

void ExactSum::add(double term, std::uint64_t times) {
  if (times == 0) return;
  const auto raw = std::bit_cast<std::uint64_t>(term);
  const std::uint64_t field = raw >> 52U & 0x7ffU;
  if (field == 0x7ff) {
    special_ += term;
    return;
  }
  if (++pending_ == most_pending) carry();
  const std::uint64_t place = field == 0 ? 1 : field;
  const std::uint64_t mantissa = (raw & 0xfffffffffffffULL) | (field == 0 ? 0 : std::uint64_t{1} << 52U);
  WideBits product = static_cast<WideBits>(mantissa) * times << (place & 31U);
  for (std::size_t chunk = place >> 5U; product != 0; ++chunk, product >>= 32U) {
    const auto part = static_cast<std::int64_t>(static_cast<std::uint64_t>(product) & low_half);
    chunks_[chunk] += raw >> 63U == 0 ? part : -part;
  }
}

void ExactSum::carry() {
  pending_ = 0;
  for (std::size_t i = 0; i + 1 < size; ++i) {
    const std::int64_t over = chunks_[i] >> 32;
    chunks_[i] -= over * (std::int64_t{1} << 32);
    chunks_[i + 1] += over;
  }
}

void ExactSum::add(const ExactSum& other) {
  ExactSum rest = other;
  rest.carry();
  carry();
  for (std::size_t i = 0; i < size; ++i) chunks_[i] += rest.chunks_[i];
  special_ += rest.special_;
  carry();
}

void ExactSum::subtract(const ExactSum& other) {
  ExactSum rest = other;
  rest.carry();
  carry();
  for (std::size_t i = 0; i < size; ++i) chunks_[i] -= rest.chunks_[i];
  special_ -= rest.special_;
  carry();
}

double ExactSum::value() const {
  if (special_ != 0.0) return special_;  // true for NaN, too
  ExactSum sum = *this;
  sum.carry();
  const bool negative = sum.chunks_.back() < 0;
  if (negative) {
    for (std::int64_t& chunk : sum.chunks_) chunk = -chunk;
    sum.carry();
  }
  std::size_t top = size;
  while (top > 0 && sum.chunks_[top - 1] == 0) --top;
  if (top == 0) return 0.0;
  --top;
  WideBits bits = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    bits = bits << 32 | (i <= top ? static_cast<WideBits>(sum.chunks_[top - i]) : 0);
  }
  const bool more =
      top >= 4 && std::any_of(sum.chunks_.begin(), sum.chunks_.begin() + static_cast<long>(top) - 3,
                              [](std::int64_t chunk) { return chunk != 0; });
  const int lowest = 32 * (static_cast<int>(top) - 3) - 1075;
  const int shift = std::max(bit_length(bits) - 53, -1074 - lowest);
  const WideBits rest = bits & ((WideBits{1} << shift) - 1), half = WideBits{1} << (shift - 1);
  auto digits = static_cast<std::uint64_t>(bits >> shift);
  if (rest > half || (rest == half && (more || digits % 2 == 1))) ++digits;
  const double rounded = std::ldexp(static_cast<double>(digits), lowest + shift);
  return negative ? -rounded : rounded;
}

Value ExactSum::state() const {
  ExactSum sum = *this;
  sum.carry();
  std::size_t begin = 0, end = size;
  while (begin < size && sum.chunks_[begin] == 0) ++begin;
  while (end > begin && sum.chunks_[end - 1] == 0) --end;
  Value result = Value::array();
  result.push(std::isnan(special_) ? 3 : special_ > 0.0 ? 1 : special_ < 0.0 ? 2 : 0);
  result.push(begin);
  for (std::size_t i = begin; i < end; ++i) result.push(sum.chunks_[i]);
  return result;
}

ExactSum ExactSum::of_state(const Value& state) {
  if (!state.is_array() || state.as_array().size() < 2) refuse_state();
  const Value::Array& items = state.as_array();
  for (const Value& item : items) {
    if (!item.is_integer()) refuse_state();
  }
  const std::int64_t special = items[0].as_integer(), begin = items[1].as_integer();
  if (special < 0 || special > 3 || begin < 0 || items.size() - 2 > size ||
      static_cast<std::size_t>(begin) > size - (items.size() - 2)) {
    refuse_state();
  }
  ExactSum result;
  result.special_ = special == 0 ? 0.0 : special == 1 ? HUGE_VAL : special == 2 ? -HUGE_VAL : std::nan("");
  constexpr std::int64_t bound = std::int64_t{1} << 40;
  for (std::size_t i = 2; i < items.size(); ++i) {
    const std::int64_t chunk = items[i].as_integer();
    if (chunk < -bound || chunk > bound) refuse_state();
    result.chunks_[static_cast<std::size_t>(begin) + i - 2] = chunk;
  }
  return result;
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
  if (from < 0 || from + static_cast<int>(highest) > 32 * static_cast<int>(digits)) return false;
  WideBits shifted = static_cast<WideBits>(bits.mantissa) * times << static_cast<unsigned>(from % 32);
  for (auto place = static_cast<std::size_t>(from / 32); shifted != 0; ++place, shifted >>= 32U) {
    digit[place] = static_cast<std::int64_t>(static_cast<std::uint64_t>(shifted) & low_half);
  }
  return true;
}

double SplitNumber::value() const { return nearest({digit.begin(), digit.end()}, lowest); }

}  // namespace sfumato
