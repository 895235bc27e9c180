// An exact fraction of two 128-bit integers. Sensitivity is decided in these, since a tie must not depend on
// how 0.15 is rounded.
#pragma once

#include <compare>
#include <cstdint>

#include "tables/decimal.hpp"

namespace sfumato::tables {

// A number that does not fit even in lowest terms is a bad_input error.
class Fraction {
 public:
  __extension__ using Wide = __int128;

  Fraction() = default;
  explicit Fraction(std::int64_t number) : numerator_(number) {}
  explicit Fraction(const Decimal& number)
      : numerator_(number.units()), denominator_(power_of_ten(number.decimals())) {}

  bool is_positive() const { return numerator_ > 0; }
  bool is_zero() const { return numerator_ == 0; }
  double number() const;
  Fraction magnitude() const;

  // The nearest decimal number that is not smaller (not larger), with at most `decimals` decimals, and fewer
  // where it would not fit otherwise; zeros at the end are dropped.
  Decimal rounded_up(int decimals) const;
  Decimal rounded_down(int decimals) const;

  friend Fraction operator+(const Fraction& left, const Fraction& right);
  friend Fraction operator-(const Fraction& left, const Fraction& right);
  friend Fraction operator*(const Fraction& left, const Fraction& right);
  // `right` is not zero.
  friend Fraction operator/(const Fraction& left, const Fraction& right);
  friend std::strong_ordering operator<=>(const Fraction& left, const Fraction& right);
  friend bool operator==(const Fraction& left, const Fraction& right) { return (left <=> right) == 0; }

 private:
  Fraction(Wide numerator, Wide denominator) : numerator_(numerator), denominator_(denominator) {}
  Fraction reduced() const;
  static bool add(const Fraction& left, const Fraction& right, Fraction& sum);
  static bool multiply(const Fraction& left, const Fraction& right, Fraction& product);

  Wide numerator_ = 0;
  Wide denominator_ = 1;  // positive
};

}  // namespace sfumato::tables
