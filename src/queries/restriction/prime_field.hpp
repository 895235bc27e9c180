// Whole numbers modulo a secret random prime of 61 bits. Over the fractions a row space is the same but for
// the primes that divide one of a few determinants, and nobody can ask for such a prime whom it is not told.
#pragma once

#include <cstdint>
#include <vector>

#include "core/secure_rng.hpp"

namespace sfumato::queries {

__extension__ using Product = unsigned __int128;

bool is_prime(std::uint64_t number);  // by Miller and Rabin, with bases that settle all of 64 bits

class PrimeField {
 public:
  explicit PrimeField(std::uint64_t prime) : prime_(prime) {}
  static PrimeField random(SecureRng& rng);  // from 2^60 to 2^61

  std::uint64_t prime() const { return prime_; }
  std::uint64_t reduced(Product number) const { return static_cast<std::uint64_t>(number % prime_); }
  std::uint64_t add(std::uint64_t a, std::uint64_t b) const {
    const std::uint64_t sum = a + b;
    return sum >= prime_ ? sum - prime_ : sum;
  }
  std::uint64_t negative(std::uint64_t a) const { return a == 0 ? 0 : prime_ - a; }
  std::uint64_t subtract(std::uint64_t a, std::uint64_t b) const { return a >= b ? a - b : a + prime_ - b; }
  std::uint64_t multiply(std::uint64_t a, std::uint64_t b) const {
    return reduced(static_cast<Product>(a) * b);
  }
  std::uint64_t power(std::uint64_t base, std::uint64_t exponent) const;
  std::uint64_t inverse(std::uint64_t a) const { return power(a, prime_ - 2); }  // a ≠ 0
  std::uint64_t random_element(SecureRng& rng) const { return rng.below(prime_); }
  // Σ a_i · b_i over the first `count` of each.
  std::uint64_t dot(const std::uint64_t* a, const std::uint64_t* b, std::size_t count) const;

 private:
  std::uint64_t prime_;
};

// This many products of two elements, and an element, fit into 128 bits.
inline constexpr std::size_t products_at_once = 60;

}  // namespace sfumato::queries
