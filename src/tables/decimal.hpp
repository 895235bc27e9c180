// An exact decimal number: units and how many decimals they have. Tables are summed in these, so that the
// test whether a total is the sum of its parts is exact.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sfumato::tables {

class Decimal {
 public:
  static constexpr int most_decimals = 18;

  constexpr Decimal() = default;
  // units / 10^decimals, with 0 <= decimals <= most_decimals.
  constexpr Decimal(std::int64_t units, int decimals)
      : units_(units), decimals_(static_cast<std::int8_t>(decimals)) {}
  static constexpr Decimal whole(std::int64_t number) { return {number, 0}; }

  // "-12.340", kept with its three decimals, so that text() gives the same text back; "1.5e3" and "+7" are
  // read too. Empty for text that is not a number or does not fit.
  static std::optional<Decimal> parse(std::string_view text);
  // The shortest decimal text of `number`, rounded to at most `decimals` decimals (half away from zero).
  // Empty if it is not finite or does not fit.
  static std::optional<Decimal> of_number(double number, int decimals);

  constexpr std::int64_t units() const { return units_; }
  constexpr int decimals() const { return decimals_; }
  double number() const;
  std::string text() const;

  // The units that this number has with `decimals` decimals; empty where that is inexact or does not fit.
  std::optional<std::int64_t> units_at(int decimals) const;
  // Without zeros at the end: 1.50 becomes 1.5.
  Decimal trimmed() const;
  constexpr bool is_zero() const { return units_ == 0; }
  constexpr bool is_negative() const { return units_ < 0; }

  // By value: 1.5 equals 1.50.
  friend std::strong_ordering operator<=>(const Decimal& left, const Decimal& right);
  friend bool operator==(const Decimal& left, const Decimal& right) { return std::is_eq(left <=> right); }

  // Exact, with the decimals that the result needs; a result that does not fit is a bad_input error.
  friend Decimal operator+(const Decimal& left, const Decimal& right);
  friend Decimal operator-(const Decimal& left, const Decimal& right);
  friend Decimal operator*(const Decimal& left, const Decimal& right);
  friend Decimal operator-(const Decimal& number);
  friend Decimal magnitude(const Decimal& number) { return number.is_negative() ? -number : number; }

 private:
  std::int64_t units_ = 0;
  std::int8_t decimals_ = 0;
};

// 10^exponent for 0 <= exponent <= 18.
std::int64_t power_of_ten(int exponent);

}  // namespace sfumato::tables
