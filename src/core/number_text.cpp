// Numbers to text and back through std::to_chars and std::from_chars, which do not depend on the locale.
#include "core/number_text.hpp"

#include <charconv>
#include <cmath>

namespace sfumato {
namespace {

// std::from_chars takes no '+'; files have it.
std::string_view without_plus(std::string_view text) {
  return text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+' ? text.substr(1) : text;
}

}  // namespace

std::string shortest(double number) {
  char buffer[32];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, number);
  return std::string(buffer, result.ptr);
}

std::string rounded(double number, int digits) {
  if (!std::isfinite(number)) return shortest(number);
  char buffer[64];
  const double size = std::fabs(number);
  const auto format =
      size != 0.0 && (size < 1e-4 || size >= 1e9) ? std::chars_format::scientific : std::chars_format::fixed;
  // In fixed notation, the number of decimals for the requested digits: 34.2019 with 5 digits has 3.
  const int exponent = size == 0.0 ? 0 : static_cast<int>(std::floor(std::log10(size)));
  const int precision =
      format == std::chars_format::scientific ? digits - 1 : std::max(0, digits - 1 - std::max(exponent, -4));
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, number, format, precision);
  std::string text(buffer, result.ptr);
  const std::size_t tail = std::min(text.find('e'), text.size());
  if (text.find('.') < tail) {
    const std::size_t last = text.find_last_not_of('0', tail - 1);
    const std::size_t end = text[last] == '.' ? last : last + 1;
    text.erase(end, tail - end);
  }
  return text;
}

std::optional<double> parse_number(std::string_view text) {
  text = without_plus(text);
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  text = without_plus(text);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace sfumato
