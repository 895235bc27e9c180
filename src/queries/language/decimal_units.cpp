// A constant is its digits and the position of its point. After the point is shifted by the decimals of a
// unit, the digits before it are the units; a digit other than 0 after it means that they are not exact.
#include "queries/language/decimal_units.hpp"

#include <algorithm>

#include "queries/language/words.hpp"

namespace sfumato::queries {
namespace {

// More than the digits of any query can compensate.
constexpr std::int64_t max_parsed_exponent = 1'000'000'000;

std::int64_t exponent_of(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  std::int64_t exponent = 0;
  for (const char c : text) {
    if (is_digit(c)) exponent = std::min(max_parsed_exponent, exponent * 10 + (c - '0'));
  }
  return negative ? -exponent : exponent;
}

}  // namespace

DecimalUnits units_of(std::string_view digits, bool negative, int decimals) {
  const std::size_t mark = std::min(digits.find_first_of("eE"), digits.size());
  const std::string_view mantissa = digits.substr(0, mark);
  std::int64_t place = mark < digits.size() ? exponent_of(digits.substr(mark + 1)) : 0;
  place += decimals;

  // `place` becomes the number of digits, from the first one that is not 0, before the shifted point.
  const std::size_t first = mantissa.find_first_not_of("0.");
  if (first == std::string_view::npos) return {0, true};
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  place += first < point ? static_cast<std::int64_t>(point - first)
                         : -static_cast<std::int64_t>(first - point - 1);
  if (place > 18) return {negative ? -beyond_domains : beyond_domains, false};

  std::int64_t whole = 0;
  bool exact = true;
  for (const char c : mantissa.substr(first)) {
    if (c == '.') continue;
    if (place > 0) {
      whole = whole * 10 + (c - '0');
      --place;
    } else if (c != '0') {
      exact = false;
      break;
    }
  }
  for (; place > 0; --place) whole *= 10;
  if (!negative) return {whole, exact};
  return {exact ? -whole : -whole - 1, exact};
}

std::string units_text(std::int64_t units, int decimals) {
  std::string text = std::to_string(units);
  const std::size_t sign = units < 0 ? 1 : 0;
  const auto places = static_cast<std::size_t>(std::max(decimals, 0));
  if (places == 0) return text;
  if (text.size() - sign <= places) text.insert(sign, places + 1 - (text.size() - sign), '0');
  text.insert(text.size() - places, 1, '.');
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace sfumato::queries
