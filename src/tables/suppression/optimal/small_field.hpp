// Numbers modulo the prime 2³¹ − 1: half the size of those in prime_field.hpp, for searches that try many
// patterns and check the best of them by other means.
#pragma once

#include <cstdint>

namespace sfumato::tables::small_field {

inline constexpr std::uint32_t prime = (std::uint32_t{1} << 31) - 1;

// Of any product of two numbers, and one more added.
inline std::uint32_t folded(std::uint64_t number) {
  number = (number & prime) + (number >> 31);
  number = (number & prime) + (number >> 31);
  return static_cast<std::uint32_t>(number >= prime ? number - prime : number);
}
inline std::uint32_t of(std::int64_t number) {
  const std::int64_t rest = number % std::int64_t{prime};
  return static_cast<std::uint32_t>(rest < 0 ? rest + prime : rest);
}
inline std::uint32_t multiply(std::uint32_t left, std::uint32_t right) {
  return folded(std::uint64_t{left} * right);
}
inline std::uint32_t negative(std::uint32_t number) { return number == 0 ? 0 : prime - number; }

// By Euclid. The number must not be 0.
std::uint32_t inverse(std::uint32_t number);

// The fraction r/s with both sides below 2¹⁵ that the number stands for; where there is none, another one.
double fraction_of(std::uint32_t number);

}  // namespace sfumato::tables::small_field
