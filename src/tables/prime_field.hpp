// Numbers modulo the prime 2⁶¹ − 1: exact elimination without fractions that grow. Small whole numbers that
// are linearly dependent stay so here, and ones that are not become so by a chance of about 2⁻⁶¹ each.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace sfumato::tables::field {

inline constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;

inline std::uint64_t folded(std::uint64_t number) {
  number = (number & prime) + (number >> 61);
  return number >= prime ? number - prime : number;
}
inline std::uint64_t of(std::int64_t number) {
  return number >= 0 ? folded(static_cast<std::uint64_t>(number))
                     : folded(prime - folded(std::uint64_t{0} - static_cast<std::uint64_t>(number)));
}
inline std::uint64_t add(std::uint64_t left, std::uint64_t right) {
  const std::uint64_t sum = left + right;
  return sum >= prime ? sum - prime : sum;
}
inline std::uint64_t subtract(std::uint64_t left, std::uint64_t right) {
  return left >= right ? left - right : left + prime - right;
}
inline std::uint64_t multiply(std::uint64_t left, std::uint64_t right) {
  const unsigned __int128 product = static_cast<unsigned __int128>(left) * right;
  return folded((static_cast<std::uint64_t>(product) & prime) + static_cast<std::uint64_t>(product >> 61));
}
// By Fermat: number^(prime − 2). The number must not be 0.
inline std::uint64_t inverse(std::uint64_t number) {
  std::uint64_t result = 1;
  for (std::uint64_t exponent = prime - 2; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result = multiply(result, number);
    number = multiply(number, number);
  }
  return result;
}

// Positions and their numbers; none of them 0.
using Sparse = std::vector<std::pair<std::size_t, std::uint64_t>>;

}  // namespace sfumato::tables::field
