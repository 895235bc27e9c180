#include "tables/suppression/optimal/small_field.hpp"

#include <utility>

namespace sfumato::tables::small_field {
namespace {

// Euclid's algorithm on the prime and the number: remainder ≡ factor · number, until the remainder is small.
std::pair<std::int64_t, std::int64_t> reduced(std::uint32_t number, std::int64_t small) {
  std::int64_t above = prime, remainder = number, factor_above = 0, factor = 1;
  while (remainder > small) {
    const std::int64_t times = above / remainder;
    above = std::exchange(remainder, above - times * remainder);
    factor_above = std::exchange(factor, factor_above - times * factor);
  }
  return {remainder, factor};
}

}  // namespace

std::uint32_t inverse(std::uint32_t number) { return of(reduced(number, 1).second); }

double fraction_of(std::uint32_t number) {
  const auto [above, below] = reduced(number, (std::int64_t{1} << 15) - 1);
  return static_cast<double>(above) / static_cast<double>(below);
}

}  // namespace sfumato::tables::small_field
