// Rounding needs one more digit than is stored, and whether a digit other than 0 follows: a number is
// converted to tenths of a unit, and these are rounded.
#include "queries/database/cell_units.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "io/cell_text.hpp"
#include "queries/language/decimal_units.hpp"
#include "queries/language/words.hpp"

namespace sfumato::queries {
namespace {

constexpr CellUnits beyond(bool negative) {
  return {CellUnits::Kind::beyond, negative ? -beyond_domains : beyond_domains, false};
}

// The digits at the beginning of `text`, which is left with what follows them.
std::size_t skip_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && is_digit(text[count])) ++count;
  text.remove_prefix(count);
  return count;
}

// Digits, an optional point, and an optional exponent.
bool is_decimal(std::string_view text) {
  std::size_t digits = skip_digits(text);
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    digits += skip_digits(text);
  }
  if (digits == 0) return false;
  if (text.empty()) return true;
  if (text.front() != 'e' && text.front() != 'E') return false;
  text.remove_prefix(1);
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return skip_digits(text) > 0 && text.empty();
}

CellUnits unsigned_units(std::string_view digits, bool negative, int decimals) {
  const DecimalUnits tenths = units_of(digits, false, decimals + 1);
  if (tenths.floor == beyond_domains) return beyond(negative);
  const std::int64_t last = tenths.floor % 10;
  const std::int64_t units = tenths.floor / 10 + (last >= 5 ? 1 : 0);
  return {CellUnits::Kind::units, negative ? -units : units, last != 0 || !tenths.exact};
}

}  // namespace

CellUnits text_units(std::string_view text, int decimals) {
  text = io::trimmed(text);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (is_decimal(text)) return unsigned_units(text, negative, decimals);
  if (same_word(text, "infinity") || same_word(text, "inf")) return beyond(negative);
  return {CellUnits::Kind::no_number, 0, false};
}

CellUnits integer_units(std::int64_t number, int decimals) {
  std::int64_t units = number;
  for (int i = 0; i < decimals && units != 0; ++i) {
    if (units > beyond_domains / 10 || units < -beyond_domains / 10) return beyond(number < 0);
    units *= 10;
  }
  if (units >= beyond_domains || units <= -beyond_domains) return beyond(number < 0);
  return {CellUnits::Kind::units, units, false};
}

CellUnits double_units(double number, int decimals) {
  constexpr double all_whole = 9007199254740992.0;  // 2^53: below it the shortest text has every digit
  if (std::abs(number) < all_whole && number == std::trunc(number)) {
    return integer_units(static_cast<std::int64_t>(number), decimals);
  }
  if (std::isinf(number)) return beyond(number < 0);
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), std::abs(number)).ptr;
  return unsigned_units({text.data(), static_cast<std::size_t>(end - text.data())}, number < 0, decimals);
}

}  // namespace sfumato::queries
