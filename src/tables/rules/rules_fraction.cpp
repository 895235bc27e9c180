// Fractions are brought to lowest terms only when they would overflow: almost all denominators are powers of
// ten, of which one divides the other.
#include "tables/rules/rules_fraction.hpp"

#include <limits>
#include <optional>

#include "core/error.hpp"

namespace sfumato::tables {
namespace {

using Wide = Fraction::Wide;

[[noreturn]] void too_large() {
  bad_input("the amounts behind a cell have too many digits for its rule to be decided exactly",
            "use fewer decimals in amounts and weights, or a larger unit, such as thousands");
}

// The lowest Wide has no negative; no numerator gets that large.
constexpr Wide lowest = -((((Wide{1} << 126) - 1) << 1) + 1) - 1;
Wide size_of(Wide number) { return number < 0 ? -number : number; }

Wide common_divisor(Wide left, Wide right) {
  while (right != 0) {
    const Wide rest = left % right;
    left = right;
    right = rest;
  }
  return left;
}

// numerator · 10^decimals / denominator towards minus infinity; empty where that does not fit.
std::optional<std::int64_t> floor_units(Wide numerator, Wide denominator, int decimals) {
  Wide scaled = 0;
  if (__builtin_mul_overflow(numerator, static_cast<Wide>(power_of_ten(decimals)), &scaled))
    return std::nullopt;
  Wide units = scaled / denominator;
  if (scaled % denominator < 0) --units;
  constexpr Wide most = std::numeric_limits<std::int64_t>::max();
  if (units > most || units < -most) return std::nullopt;
  return static_cast<std::int64_t>(units);
}

}  // namespace

double Fraction::number() const {
  return static_cast<double>(numerator_) / static_cast<double>(denominator_);
}

Fraction Fraction::magnitude() const { return {size_of(numerator_), denominator_}; }

Fraction Fraction::reduced() const {
  const Wide divisor = common_divisor(denominator_, size_of(numerator_));
  return {numerator_ / divisor, denominator_ / divisor};
}

bool Fraction::add(const Fraction& left, const Fraction& right, Fraction& sum) {
  Wide first = left.numerator_;
  Wide second = right.numerator_;
  Wide denominator = left.denominator_;
  if (left.denominator_ != right.denominator_) {
    if (left.denominator_ % right.denominator_ == 0) {
      if (__builtin_mul_overflow(second, left.denominator_ / right.denominator_, &second)) return false;
    } else if (right.denominator_ % left.denominator_ == 0) {
      denominator = right.denominator_;
      if (__builtin_mul_overflow(first, right.denominator_ / left.denominator_, &first)) return false;
    } else {
      const Wide divisor = common_divisor(left.denominator_, right.denominator_);
      if (__builtin_mul_overflow(first, right.denominator_ / divisor, &first) ||
          __builtin_mul_overflow(second, left.denominator_ / divisor, &second) ||
          __builtin_mul_overflow(denominator, right.denominator_ / divisor, &denominator))
        return false;
    }
  }
  Wide total = 0;
  if (__builtin_add_overflow(first, second, &total) || total == lowest) return false;
  sum = {total, denominator};
  return true;
}

bool Fraction::multiply(const Fraction& left, const Fraction& right, Fraction& product) {
  Wide numerator = 0;
  Wide denominator = 0;
  if (__builtin_mul_overflow(left.numerator_, right.numerator_, &numerator) ||
      __builtin_mul_overflow(left.denominator_, right.denominator_, &denominator) || numerator == lowest)
    return false;
  product = {numerator, denominator};
  return true;
}

Fraction operator+(const Fraction& left, const Fraction& right) {
  Fraction sum;
  if (Fraction::add(left, right, sum) || Fraction::add(left.reduced(), right.reduced(), sum)) return sum;
  too_large();
}

Fraction operator-(const Fraction& left, const Fraction& right) {
  return left + Fraction(-right.numerator_, right.denominator_);
}

Fraction operator*(const Fraction& left, const Fraction& right) {
  Fraction product;
  if (Fraction::multiply(left, right, product)) return product;
  // Crosswise lowest terms, so that the product is in lowest terms.
  const Fraction upper = Fraction(left.numerator_, right.denominator_).reduced();
  const Fraction lower = Fraction(right.numerator_, left.denominator_).reduced();
  if (Fraction::multiply(upper, lower, product)) return product;
  too_large();
}

Fraction operator/(const Fraction& left, const Fraction& right) {
  const bool negative = right.numerator_ < 0;
  return left * Fraction(negative ? -right.denominator_ : right.denominator_, size_of(right.numerator_));
}

std::strong_ordering operator<=>(const Fraction& left, const Fraction& right) {
  const Fraction difference = left - right;
  return difference.numerator_ < 0   ? std::strong_ordering::less
         : difference.numerator_ > 0 ? std::strong_ordering::greater
                                     : std::strong_ordering::equal;
}

Decimal Fraction::rounded_down(int decimals) const {
  const Fraction terms = reduced();
  for (; decimals >= 0; --decimals) {
    if (const auto units = floor_units(terms.numerator_, terms.denominator_, decimals))
      return Decimal(*units, decimals).trimmed();
  }
  too_large();
}

Decimal Fraction::rounded_up(int decimals) const {
  return -Fraction(-numerator_, denominator_).rounded_down(decimals);
}

}  // namespace sfumato::tables
