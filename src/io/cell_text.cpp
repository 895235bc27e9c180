// The meaning of a cell's text, decided byte by byte without a locale.
#include "io/cell_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "core/column.hpp"
#include "core/number_text.hpp"

namespace sfumato::io {
namespace {

constexpr std::array<std::string_view, 9> usual_tokens = {"NA",   "N/A", "NaN", "nan", "NULL",
                                                          "null", ".",   "?",   "-"};

// The parts of [sign] digits [point digits] [e [sign] digits]; `valid` when the text is just that.
struct Decimal {
  bool valid = false;
  bool negative = false;
  bool plus = false;
  bool whole = true;        // neither point nor exponent
  std::string_view digits;  // before the point
};

Decimal parse_decimal(std::string_view text, char point) {
  Decimal result;
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t start = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return text.substr(start, at - start);
  };
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) {
    result.negative = text[at] == '-';
    result.plus = text[at] == '+';
    ++at;
  }
  result.digits = digits();
  std::size_t mantissa = result.digits.size();
  if (at < text.size() && text[at] == point) {
    result.whole = false;
    ++at;
    mantissa += digits().size();
  }
  if (mantissa == 0) return result;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    result.whole = false;
    ++at;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    if (digits().empty()) return result;
  }
  result.valid = at == text.size();
  return result;
}

bool is_infinite_word(std::string_view text) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  const auto is = [&](std::string_view word) {
    return std::equal(text.begin(), text.end(), word.begin(), word.end(),
                      [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
  };
  return is("inf") || is("infinity");
}

// from_chars says "out of range" for both ends; the place of the first digit that is not 0 distinguishes
// them.
bool is_tiny(std::string_view number) {
  const std::size_t e = std::min(number.find_first_of("eE"), number.size());
  const std::string_view mantissa = number.substr(0, e);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::size_t first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos) return true;
  long long exponent = 0;
  if (e < number.size()) {
    std::string_view digits = number.substr(e + 1);
    const bool negative = digits.starts_with('-');
    if (negative || digits.starts_with('+')) digits.remove_prefix(1);
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    // No mantissa that fits into memory can compensate an exponent of nine digits.
    if (digits.size() > 12) return negative;
    std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (negative) exponent = -exponent;
  }
  return static_cast<long long>(point) - static_cast<long long>(first) + exponent < 0;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const auto space = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && space(text.front())) text.remove_prefix(1);
  while (!text.empty() && space(text.back())) text.remove_suffix(1);
  return text;
}

std::span<const std::string_view> missing_tokens() { return usual_tokens; }

bool is_missing_token(std::string_view text) {
  return text.size() <= 4 && std::find(usual_tokens.begin(), usual_tokens.end(), text) != usual_tokens.end();
}

std::optional<std::int64_t> cell_integer(std::string_view text) {
  text = trimmed(text);
  if (text.size() > 1 && text[0] == '+' && is_digit(text[1])) text.remove_prefix(1);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<double> cell_number(std::string_view text, char decimal_point) {
  text = trimmed(text);
  if (!parse_decimal(text, decimal_point).valid) return std::nullopt;
  if (text[0] == '+') text.remove_prefix(1);
  std::string pointed;
  if (decimal_point != '.' && text.find(decimal_point) != std::string_view::npos) {
    pointed = text;
    std::replace(pointed.begin(), pointed.end(), decimal_point, '.');
    text = pointed;
  }
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::result_out_of_range) {
    if (!is_tiny(text)) return std::nullopt;
    return text[0] == '-' ? -0.0 : 0.0;
  }
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

CellClass classify(std::string_view text, char decimal_point) {
  const std::string_view core = trimmed(text);
  if (core.empty()) return CellClass::empty;
  if (is_missing_token(text)) return CellClass::token;
  const Decimal decimal = parse_decimal(core, decimal_point);
  if (!decimal.valid) {
    std::int32_t day = 0;
    if (parse_date(text, day)) return CellClass::date;
    return is_infinite_word(core) ? CellClass::infinite : CellClass::text;
  }
  if (decimal.plus || (decimal.digits.size() > 1 && decimal.digits[0] == '0'))
    return CellClass::padded_number;
  if (decimal.whole) {
    if (decimal.negative && decimal.digits == "0") return CellClass::number;
    return cell_integer(core) ? CellClass::integer : CellClass::large_integer;
  }
  return cell_number(core, decimal_point) ? CellClass::number : CellClass::infinite;
}

}  // namespace sfumato::io
