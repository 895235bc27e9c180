// The arithmetic of the audit's field: products are added up in 128 bits and reduced now and then.
#include "queries/restriction/prime_field.hpp"

#include <algorithm>

namespace sfumato::queries {

std::uint64_t PrimeField::power(std::uint64_t base, std::uint64_t exponent) const {
  std::uint64_t result = 1;
  for (; exponent > 0; exponent >>= 1, base = multiply(base, base))
    if ((exponent & 1) != 0) result = multiply(result, base);
  return result;
}

std::uint64_t PrimeField::dot(const std::uint64_t* a, const std::uint64_t* b, std::size_t count) const {
  std::uint64_t result = 0;
  for (std::size_t begin = 0; begin < count; begin += products_at_once) {
    const std::size_t end = std::min(count, begin + products_at_once);
    Product sum = result;
    for (std::size_t i = begin; i < end; ++i) sum += static_cast<Product>(a[i]) * b[i];
    result = reduced(sum);
  }
  return result;
}

// The first twelve primes are bases enough below 3.3 · 10^24 (Sorenson and Webster, 2017).
bool is_prime(std::uint64_t number) {
  constexpr std::uint64_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  if (number < 2) return false;
  for (const std::uint64_t base : bases)
    if (number % base == 0) return number == base;
  const PrimeField field(number);
  std::uint64_t odd = number - 1;
  int twos = 0;
  for (; (odd & 1) == 0; odd >>= 1) ++twos;
  for (const std::uint64_t base : bases) {
    std::uint64_t power = field.power(base, odd);
    bool passes = power == 1 || power == number - 1;
    for (int i = 1; i < twos && !passes; ++i) {
      power = field.multiply(power, power);
      passes = power == number - 1;
    }
    if (!passes) return false;
  }
  return true;
}

PrimeField PrimeField::random(SecureRng& rng) {
  constexpr std::uint64_t low = std::uint64_t{1} << 60;
  for (;;) {
    const std::uint64_t candidate = low + rng.below(low) / 2 * 2 + 1;
    if (is_prime(candidate)) return PrimeField(candidate);
  }
}

}  // namespace sfumato::queries
