#include "stats/fields/prime_field.hpp"

#include <algorithm>
#include <utility>

namespace sfumato {
namespace {

// Euclid's algorithm on the prime and the number: remainder ≡ factor · number, until the remainder is small.
std::pair<std::int64_t, std::int64_t> small_multiple(std::uint64_t number, std::uint64_t prime,
                                                     std::int64_t small) {
  std::int64_t above = static_cast<std::int64_t>(prime), remainder = static_cast<std::int64_t>(number);
  std::int64_t factor_above = 0, factor = 1;
  while (remainder > small) {
    const std::int64_t times = above / remainder;
    above = std::exchange(remainder, above - times * remainder);
    factor_above = std::exchange(factor, factor_above - times * factor);
  }
  return {remainder, factor};
}

}  // namespace

std::uint64_t inverse_modulo(std::uint64_t number, std::uint64_t prime) {
  const std::int64_t factor = small_multiple(number, prime, 1).second;
  return static_cast<std::uint64_t>(factor) + (factor < 0 ? prime : 0);
}

double fraction_of(Field31::Element number) {
  const auto [above, below] = small_multiple(number, Field31::prime, (std::int64_t{1} << 15) - 1);
  return static_cast<double>(above) / static_cast<double>(below);
}

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
    Product sum = result;  // reduced now and then
    for (std::size_t i = begin; i < end; ++i) sum += static_cast<Product>(a[i]) * b[i];
    result = reduced(sum);
  }
  return result;
}

// The first twelve primes are sufficient bases below 3.3 · 10^24 (Sorenson and Webster, 2017).
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

}  // namespace sfumato
