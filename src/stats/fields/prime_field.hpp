// Integers modulo a prime, for exact elimination without fractions that grow. Small integers that are
// linearly dependent stay so modulo every prime; independent ones become dependent only where the prime
// divides one of their determinants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/secure_rng.hpp"

namespace sfumato {

__extension__ using WideProduct = unsigned __int128;

// 1/number modulo the prime (below 2⁶³), by Euclid's algorithm. The number must not be 0.
std::uint64_t inverse_modulo(std::uint64_t number, std::uint64_t prime);

// Modulo the Mersenne prime 2^bits − 1, where a reduction takes two shifts. Elements of 61 bits are for
// results that must be exact: independent numbers become dependent with a probability of about 2⁻⁶¹. Those of
// 31 bits take half the space, for searches that try many patterns and check the best of them by other means.
template <int bits>
struct MersenneField {
  static_assert(bits == 31 || bits == 61);
  using Element = std::conditional_t<bits == 31, std::uint32_t, std::uint64_t>;
  using Product = std::conditional_t<bits == 31, std::uint64_t, WideProduct>;
  static constexpr Element prime = (Element{1} << bits) - 1;

  // Of any 64 bits, or of a product of two elements with one element added.
  static Element reduced(Product number) {
    const std::uint64_t once =
        (static_cast<std::uint64_t>(number) & prime) + static_cast<std::uint64_t>(number >> bits);
    const std::uint64_t twice = (once & prime) + (once >> bits);
    return static_cast<Element>(twice >= prime ? twice - prime : twice);
  }
  static Element of(std::int64_t number) {
    return number >= 0 ? reduced(static_cast<std::uint64_t>(number))
                       : negative(reduced(std::uint64_t{0} - static_cast<std::uint64_t>(number)));
  }
  static Element add(Element a, Element b) {
    const Element sum = a + b;
    return sum >= prime ? sum - prime : sum;
  }
  static Element negative(Element a) { return a == 0 ? 0 : prime - a; }
  static Element subtract(Element a, Element b) { return a >= b ? a - b : a + prime - b; }
  static Element multiply(Element a, Element b) { return reduced(Product{a} * b); }
  static Element add_product(Element sum, Element a, Element b) { return reduced(Product{a} * b + sum); }
  static Element inverse(Element a) { return static_cast<Element>(inverse_modulo(a, prime)); }  // a ≠ 0
};
using Field61 = MersenneField<61>;
using Field31 = MersenneField<31>;

// The fraction r/s with both sides below 2¹⁵ that the element stands for; where there is none, another one.
double fraction_of(Field31::Element number);

bool is_prime(
    std::uint64_t number);  // by Miller and Rabin, with bases that are sufficient for all 64-bit numbers

// Modulo a prime that is known at run time only.
class PrimeField {
 public:
  using Element = std::uint64_t;
  using Product = WideProduct;
  // With primes below 2⁶¹, this many products of two elements, and an element, fit into a Product.
  static constexpr std::size_t products_at_once = 60;

  explicit PrimeField(std::uint64_t prime) : prime_(prime) {}
  static PrimeField random(SecureRng& rng);  // from 2⁶⁰ to 2⁶¹

  std::uint64_t prime() const { return prime_; }
  std::uint64_t reduced(Product number) const { return static_cast<std::uint64_t>(number % prime_); }
  std::uint64_t add(std::uint64_t a, std::uint64_t b) const {
    const std::uint64_t sum = a + b;
    return sum >= prime_ ? sum - prime_ : sum;
  }
  std::uint64_t negative(std::uint64_t a) const { return a == 0 ? 0 : prime_ - a; }
  std::uint64_t subtract(std::uint64_t a, std::uint64_t b) const { return a >= b ? a - b : a + prime_ - b; }
  std::uint64_t multiply(std::uint64_t a, std::uint64_t b) const { return reduced(Product{a} * b); }
  std::uint64_t power(std::uint64_t base, std::uint64_t exponent) const;
  std::uint64_t inverse(std::uint64_t a) const { return inverse_modulo(a, prime_); }  // a ≠ 0
  std::uint64_t random_element(SecureRng& rng) const { return rng.below(prime_); }
  // Σ a_i · b_i over the first `count` of each.
  std::uint64_t dot(const std::uint64_t* a, const std::uint64_t* b, std::size_t count) const;

 private:
  std::uint64_t prime_;
};

}  // namespace sfumato
