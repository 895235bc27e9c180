#include "tables/decimal.hpp"

#include <charconv>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/number_text.hpp"

namespace sfumato::tables {
namespace {

// GCC and Clang both have it; only -Wpedantic warns.
__extension__ using Wide = __int128;

constexpr std::int64_t most_units = std::numeric_limits<std::int64_t>::max();

bool fits(Wide units) { return units <= most_units && units >= -static_cast<Wide>(most_units); }

[[noreturn]] void too_large() {
  bad_input("a sum or product of decimal numbers has more than 18 digits",
            "use fewer decimals or a larger unit, such as thousands");
}

// Both numbers in units of the finer of the two; 10^36 fits in 128 bits.
struct Aligned {
  Wide left = 0;
  Wide right = 0;
  int decimals = 0;
};

Aligned aligned(const Decimal& left, const Decimal& right) {
  const int decimals = std::max(left.decimals(), right.decimals());
  return {static_cast<Wide>(left.units()) * power_of_ten(decimals - left.decimals()),
          static_cast<Wide>(right.units()) * power_of_ten(decimals - right.decimals()), decimals};
}

// Zeros at the end are dropped only where the number would not fit with them.
Decimal narrowed(Wide units, int decimals) {
  while (decimals > 0 && (decimals > Decimal::most_decimals || !fits(units)) && units % 10 == 0) {
    units /= 10;
    --decimals;
  }
  if (decimals > Decimal::most_decimals || !fits(units)) too_large();
  return {static_cast<std::int64_t>(units), decimals};
}

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

// The digits of "12.50" as 1250 and two decimals; `text` has no sign.
struct Digits {
  Wide units = 0;
  int decimals = 0;
};

std::optional<Digits> digits_of(std::string_view text) {
  Digits read;
  bool point = false;
  bool any = false;
  for (const char letter : text) {
    if (letter == '.' && !point) {
      point = true;
      continue;
    }
    if (!is_digit(letter)) return std::nullopt;
    any = true;
    read.units = read.units * 10 + (letter - '0');
    read.decimals += point ? 1 : 0;
    // Two digits more than fit are read, because an exponent may remove zeros again.
    if (read.units > static_cast<Wide>(most_units) * 100 || read.decimals > 40) return std::nullopt;
  }
  return any ? std::optional(read) : std::nullopt;
}

std::optional<Decimal> placed(Digits digits, int exponent) {
  digits.decimals -= exponent;
  for (; digits.decimals < 0; ++digits.decimals) {
    if (digits.units == 0) {
      digits.decimals = 0;
      break;
    }
    digits.units *= 10;
    if (!fits(digits.units)) return std::nullopt;
  }
  while ((digits.decimals > Decimal::most_decimals || !fits(digits.units)) && digits.decimals > 0 &&
         digits.units % 10 == 0) {
    digits.units /= 10;
    --digits.decimals;
  }
  if (!fits(digits.units) || digits.decimals > Decimal::most_decimals) return std::nullopt;
  return Decimal(static_cast<std::int64_t>(digits.units), digits.decimals);
}

// Half away from zero.
Decimal rounded_to(const Decimal& number, int decimals) {
  if (number.decimals() <= decimals) return number;
  const std::int64_t step = power_of_ten(number.decimals() - decimals);
  const std::int64_t whole = number.units() / step;
  const std::int64_t rest = number.units() % step;
  const std::int64_t away = rest >= step - step / 2 ? 1 : (-rest >= step - step / 2 ? -1 : 0);
  return {whole + away, decimals};
}

}  // namespace

std::int64_t power_of_ten(int exponent) {
  std::int64_t power = 1;
  for (int i = 0; i < exponent; ++i) power *= 10;
  return power;
}

std::optional<Decimal> Decimal::parse(std::string_view text) {
  bool negative = false;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    negative = text.front() == '-';
    text.remove_prefix(1);
  }
  int exponent = 0;
  if (const std::size_t mark = text.find_first_of("eE"); mark != std::string_view::npos) {
    std::string_view typed = text.substr(mark + 1);
    if (!typed.empty() && typed.front() == '+') typed.remove_prefix(1);
    const auto [end, failure] = std::from_chars(typed.data(), typed.data() + typed.size(), exponent);
    if (failure != std::errc() || end != typed.data() + typed.size()) return std::nullopt;
    if (exponent > 100 || exponent < -100) return std::nullopt;
    text = text.substr(0, mark);
  }
  const std::optional<Digits> digits = digits_of(text);
  if (!digits) return std::nullopt;
  const std::optional<Decimal> read = placed(*digits, exponent);
  return read && negative ? std::optional(-*read) : read;
}

std::optional<Decimal> Decimal::of_number(double number, int decimals) {
  if (!std::isfinite(number)) return std::nullopt;
  // A double has at most 17 significant digits; tiny ones are zero at any number of decimals allowed here.
  if (std::abs(number) < 1e-30) return Decimal();
  const std::optional<Decimal> read = parse(shortest(number));
  if (read) return rounded_to(*read, decimals);
  const double scaled = std::round(number * std::pow(10.0, decimals));
  if (std::abs(scaled) >= 9e18) return std::nullopt;
  return Decimal(static_cast<std::int64_t>(scaled), decimals).trimmed();
}

double Decimal::number() const {
  // The nearest double to the decimal text, as a reader would return it: the quotient of two exact doubles.
  constexpr std::int64_t exact = std::int64_t{1} << 53;
  if (decimals_ == 0) return static_cast<double>(units_);
  if (units_ <= exact && units_ >= -exact && decimals_ <= 22) {
    return static_cast<double>(units_) / static_cast<double>(power_of_ten(decimals_));
  }
  return parse_number(text()).value_or(0);
}

std::string Decimal::text() const {
  const bool negative = units_ < 0;
  std::string digits = std::to_string(negative ? -static_cast<Wide>(units_) > most_units
                                                     ? static_cast<std::uint64_t>(most_units) + 1
                                                     : static_cast<std::uint64_t>(-units_)
                                               : static_cast<std::uint64_t>(units_));
  const std::size_t decimals = static_cast<std::size_t>(decimals_);
  if (decimals > 0) {
    if (digits.size() <= decimals) digits.insert(0, decimals + 1 - digits.size(), '0');
    digits.insert(digits.size() - decimals, 1, '.');
  }
  return negative ? "-" + digits : digits;
}

std::optional<std::int64_t> Decimal::units_at(int decimals) const {
  if (decimals >= decimals_) {
    const Wide units = static_cast<Wide>(units_) * power_of_ten(decimals - decimals_);
    return fits(units) ? std::optional(static_cast<std::int64_t>(units)) : std::nullopt;
  }
  const std::int64_t step = power_of_ten(decimals_ - decimals);
  return units_ % step == 0 ? std::optional(units_ / step) : std::nullopt;
}

Decimal Decimal::trimmed() const {
  Decimal shorter = *this;
  while (shorter.decimals_ > 0 && shorter.units_ % 10 == 0) {
    shorter.units_ /= 10;
    --shorter.decimals_;
  }
  return shorter;
}

std::strong_ordering operator<=>(const Decimal& left, const Decimal& right) {
  if (left.decimals_ == right.decimals_) return left.units_ <=> right.units_;
  const Aligned both = aligned(left, right);
  return both.left < both.right   ? std::strong_ordering::less
         : both.left > both.right ? std::strong_ordering::greater
                                  : std::strong_ordering::equal;
}

Decimal operator+(const Decimal& left, const Decimal& right) {
  const Aligned both = aligned(left, right);
  return narrowed(both.left + both.right, both.decimals);
}

Decimal operator-(const Decimal& number) {
  if (!fits(-static_cast<Wide>(number.units_))) too_large();
  return {-number.units_, number.decimals_};
}

Decimal operator-(const Decimal& left, const Decimal& right) {
  const Aligned both = aligned(left, right);
  return narrowed(both.left - both.right, both.decimals);
}

Decimal operator*(const Decimal& left, const Decimal& right) {
  return narrowed(static_cast<Wide>(left.units_) * right.units_, left.decimals_ + right.decimals_);
}

}  // namespace sfumato::tables
