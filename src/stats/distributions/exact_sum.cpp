// A sum is rounded from its highest 128 bits; what is below can only break a tie.
#include "stats/distributions/exact_sum.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"

namespace sfumato::stats {
namespace {

__extension__ using Wide = unsigned __int128;

int bit_length(Wide bits) {
  const auto high = static_cast<std::uint64_t>(bits >> 64);
  return high != 0 ? 128 - std::countl_zero(high) : 64 - std::countl_zero(static_cast<std::uint64_t>(bits));
}

[[noreturn]] void refuse_state() { bad_input("a partial state has a sum that is none"); }

}  // namespace

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
  Wide bits = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    bits = bits << 32 | (i <= top ? static_cast<Wide>(sum.chunks_[top - i]) : 0);
  }
  const bool more =
      top >= 4 && std::any_of(sum.chunks_.begin(), sum.chunks_.begin() + static_cast<long>(top) - 3,
                              [](std::int64_t chunk) { return chunk != 0; });
  const int lowest = 32 * (static_cast<int>(top) - 3) - 1075;
  const int shift = std::max(bit_length(bits) - 53, -1074 - lowest);
  const Wide rest = bits & ((Wide{1} << shift) - 1), half = Wide{1} << (shift - 1);
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

}  // namespace sfumato::stats
