// Indices, texts, halves and decimals out of bytes that come from outside.
#include "library/arrow_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace sfumato::library {
namespace {

template <class Offset>
std::optional<std::string_view> text_between(const ArrowArray& array, std::size_t slot) {
  const auto begin = value_at<Offset>(array.buffers[1], slot);
  const auto end = value_at<Offset>(array.buffers[1], slot + 1);
  if (begin < 0 || end < begin) return std::nullopt;
  if (begin == end) return std::string_view();
  if (array.buffers[2] == nullptr) return std::nullopt;
  return std::string_view(static_cast<const char*>(array.buffers[2]) + begin,
                          static_cast<std::size_t>(end - begin));
}

// A view has 16 bytes: the size, then up to 12 bytes of text, or 4 of them, a buffer and an offset.
std::optional<std::string_view> viewed_text(const ArrowArray& array, std::size_t slot) {
  constexpr std::int32_t longest_inline = 12;
  const char* view = static_cast<const char*>(array.buffers[1]) + slot * 16;
  const auto size = value_at<std::int32_t>(view, 0);
  if (size < 0) return std::nullopt;
  if (size <= longest_inline) return std::string_view(view + 4, static_cast<std::size_t>(size));
  const auto buffer = value_at<std::int32_t>(view, 2);
  const auto offset = value_at<std::int32_t>(view, 3);
  const std::int64_t buffers = array.n_buffers - 3;
  if (buffer < 0 || buffer >= buffers || offset < 0) return std::nullopt;
  const auto bytes =
      value_at<std::int64_t>(array.buffers[array.n_buffers - 1], static_cast<std::size_t>(buffer));
  const void* text = array.buffers[2 + buffer];
  if (text == nullptr || std::int64_t{offset} + size > bytes) return std::nullopt;
  return std::string_view(static_cast<const char*>(text) + offset, static_cast<std::size_t>(size));
}

// The digits of a number whose limbs of 32 bits stand lowest first; the limbs are used up.
std::string digits_of(std::vector<std::uint32_t>& limbs) {
  std::string digits;
  while (!limbs.empty()) {
    std::uint64_t rest = 0;
    for (std::size_t i = limbs.size(); i-- > 0;) {
      rest = (rest << 32U) | limbs[i];
      limbs[i] = static_cast<std::uint32_t>(rest / 1000000000U);
      rest %= 1000000000U;
    }
    while (!limbs.empty() && limbs.back() == 0) limbs.pop_back();
    for (int digit = 0; digit < 9 && (!limbs.empty() || rest > 0); ++digit) {
      digits += static_cast<char>('0' + rest % 10);
      rest /= 10;
    }
  }
  std::reverse(digits.begin(), digits.end());
  return digits.empty() ? "0" : digits;
}

}  // namespace

std::int64_t index_at(const ArrowArray& array, ArrowId id, std::size_t slot) {
  const void* values = array.buffers[1];
  switch (id) {
    case ArrowId::int8:
      return value_at<std::int8_t>(values, slot);
    case ArrowId::uint8:
      return value_at<std::uint8_t>(values, slot);
    case ArrowId::int16:
      return value_at<std::int16_t>(values, slot);
    case ArrowId::uint16:
      return value_at<std::uint16_t>(values, slot);
    case ArrowId::int32:
      return value_at<std::int32_t>(values, slot);
    case ArrowId::uint32:
      return value_at<std::uint32_t>(values, slot);
    case ArrowId::uint64: {
      const auto index = value_at<std::uint64_t>(values, slot);
      const auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
      return index > largest ? -1 : static_cast<std::int64_t>(index);
    }
    default:
      return value_at<std::int64_t>(values, slot);
  }
}

std::optional<std::string_view> text_at(const ArrowArray& array, ArrowId id, std::size_t slot) {
  if (id == ArrowId::text) return text_between<std::int32_t>(array, slot);
  if (id == ArrowId::large_text) return text_between<std::int64_t>(array, slot);
  return viewed_text(array, slot);
}

double half_number(std::uint16_t bits) {
  const int exponent = bits >> 10U & 31;
  const int fraction = bits & 1023;
  const double sign = (bits & 0x8000U) != 0 ? -1.0 : 1.0;
  if (exponent == 31) {
    return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                         : sign * std::numeric_limits<double>::infinity();
  }
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(fraction + 1024, exponent - 25);
}

std::string decimal_text(std::span<const std::uint8_t> bytes, std::int32_t scale) {
  std::vector<std::uint32_t> limbs(bytes.size() / 4);
  std::memcpy(limbs.data(), bytes.data(), limbs.size() * 4);
  const bool negative = (limbs.back() & 0x80000000U) != 0;
  std::uint64_t carry = 1;
  for (std::size_t i = 0; negative && i < limbs.size(); ++i) {
    carry += static_cast<std::uint32_t>(~limbs[i]);
    limbs[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32U;
  }
  std::string digits = digits_of(limbs);
  const auto count = static_cast<std::int32_t>(digits.size());
  const std::int32_t exponent = count - 1 - scale;
  if (scale < 0 || (scale > 0 && exponent < -6)) {
    digits.insert(1, ".");
    digits += std::string("E") + (exponent >= 0 ? "+" : "") + std::to_string(exponent);
  } else if (scale > 0 && count > scale) {
    digits.insert(static_cast<std::size_t>(count - scale), ".");
  } else if (scale > 0) {
    digits.insert(0, "0." + std::string(static_cast<std::size_t>(scale - count), '0'));
  }
  return (negative ? "-" : "") + digits;
}

}  // namespace sfumato::library
