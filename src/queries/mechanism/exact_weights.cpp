// Powers of ½ from tables of 2^(−k/2^8), 2^(−k/2^16), … and one linear term, all computed by integer square
// roots and products.
#include "queries/mechanism/exact_weights.hpp"

namespace sfumato::queries {
namespace {

constexpr std::uint64_t one = std::uint64_t{1} << 63;
constexpr std::uint64_t logarithm_of_two = 0xb17217f7d1cf79acU;  // ln 2 · 2^64

std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>((static_cast<Unsigned128>(a) * b) >> 63);
}

// The square root of a number from ½ to 1, both with 63 bits after the point: ⌊√(a · 2^63)⌋.
std::uint64_t square_root(std::uint64_t a) {
  const Unsigned128 square = static_cast<Unsigned128>(a) << 63;
  std::uint64_t root = 0;
  for (int bit = 63; bit >= 0; --bit) {
    const std::uint64_t tried = root | (std::uint64_t{1} << bit);
    if (static_cast<Unsigned128>(tried) * tried <= square) root = tried;
  }
  return root;
}

struct Tables {
  std::array<std::array<std::uint64_t, 256>, 4> powers;

  Tables() {
    std::uint64_t root = one / 2;  // 2^(−1/2^i) for i = 0, 1, …
    for (auto& table : powers) {
      std::array<std::uint64_t, 8> factors{};
      for (std::size_t bit = 8; bit-- > 0;) factors[bit] = root = square_root(root);
      for (std::size_t k = 0; k < table.size(); ++k) {
        table[k] = one;
        for (std::size_t bit = 0; bit < 8; ++bit) {
          if ((k >> bit & 1) != 0) table[k] = product(table[k], factors[bit]);
        }
      }
    }
  }
};

}  // namespace

Weight power_of_half(Unsigned128 exponent) {
  static const Tables tables;
  const auto fraction = static_cast<std::uint64_t>(exponent);
  // The last 32 bits: 2^−z = 1 − z ln 2 with an error below z² / 4 < 2⁻⁶⁶.
  const auto last =
      static_cast<std::uint64_t>((static_cast<Unsigned128>(fraction & 0xffffffffU) * logarithm_of_two) >> 65);
  std::uint64_t mantissa = one - last;
  mantissa = product(mantissa, tables.powers[0][fraction >> 56]);
  mantissa = product(mantissa, tables.powers[1][fraction >> 48 & 255]);
  mantissa = product(mantissa, tables.powers[2][fraction >> 40 & 255]);
  mantissa = product(mantissa, tables.powers[3][fraction >> 32 & 255]);
  return {mantissa, static_cast<int>(exponent >> 64)};
}

Sum times(std::uint64_t count, const Weight& weight) {
  const Unsigned128 plain = static_cast<Unsigned128>(count) * weight.mantissa;
  const int left = max_power - weight.shift;  // 0 to 127
  const int bits = left & 63;
  const auto low = static_cast<std::uint64_t>(plain);
  const auto high = static_cast<std::uint64_t>(plain >> 64);
  // In two steps, because a shift by 64 is undefined.
  const std::uint64_t first = low << bits;
  const std::uint64_t second = (high << bits) | ((low >> 1) >> (63 - bits));
  const std::uint64_t third = (high >> 1) >> (63 - bits);
  const std::uint64_t upper =
      0 - static_cast<std::uint64_t>(left >> 6);  // all ones if the shift is 64 or more
  return {first & ~upper, (second & ~upper) | (first & upper), (third & ~upper) | (second & upper),
          third & upper};
}

Sum below(const Sum& bound, const std::array<std::uint64_t, 5>& bits) {
  std::array<std::uint64_t, 9> result{};
  for (std::size_t i = 0; i < bits.size(); ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < bound.size(); ++j) {
      const Unsigned128 sum = static_cast<Unsigned128>(bits[i]) * bound[j] + result[i + j] + carry;
      result[i + j] = static_cast<std::uint64_t>(sum);
      carry = static_cast<std::uint64_t>(sum >> 64);
    }
    result[i + bound.size()] = carry;
  }
  return {result[5], result[6], result[7], result[8]};
}

}  // namespace sfumato::queries
