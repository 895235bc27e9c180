// Numbers, integers, dates and the classes of cells. What parses must be written and parse again to the
// same bits, and a cell's class must agree with what the cell converts to.
#include "core/number_text.hpp"

#include <bit>
#include <cmath>
#include <cstring>

#include "core/column.hpp"
#include "io/cell_text.hpp"
#include "target.hpp"

namespace {

using namespace sfumato;
using fuzz::require;

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

void check_plain(const std::string& text) {
  if (const auto number = parse_number(text)) {
    const auto again = parse_number(shortest(*number));
    require(again && same_bits(*again, *number), "a number does not come back", text);
    require(same_bits(std::strtod(text.c_str(), nullptr), *number), "not the number of the C library", text);
  }
  if (const auto integer = parse_integer(text)) {
    require(parse_integer(std::to_string(*integer)) == integer, "an integer does not come back", text);
  }
  std::int32_t day = 0;
  if (parse_date(text, day)) require(date_text(day) == text, "a date does not come back", text);
}

void check_cell(const std::string& text, char point) {
  using io::CellClass;
  const CellClass kind = io::classify(text, point);
  const auto number = io::cell_number(text, point);
  const auto integer = io::cell_integer(text);
  const std::string core(io::trimmed(text));
  std::int32_t day = 0;
  switch (kind) {
    case CellClass::integer:
      require(integer && std::to_string(*integer) == core, "an integer that is written otherwise", text);
      require(number && *number == static_cast<double>(*integer), "an integer is another number", text);
      break;
    case CellClass::number:
      require(number && std::isfinite(*number), "a number without a value", text);
      break;
    case CellClass::date:
      require(parse_date(text, day) && !number, "a date that is none", text);
      break;
    case CellClass::infinite:
      require(!number && !integer, "an infinite number with a value", text);
      break;
    case CellClass::token:
      require(io::is_missing_token(text) && !number, "a token that is none", text);
      break;
    case CellClass::empty:
      require(core.empty() && !number && !integer, "an empty cell with a value", text);
      break;
    case CellClass::text:
      require(!number && !integer, "a text with a number", text);
      break;
    case CellClass::large_integer:
      require(!integer, "a large integer that fits", text);
      break;
    case CellClass::padded_number:
      break;
  }
  if (point == '.' && number) {
    require(same_bits(std::strtod(core.c_str(), nullptr), *number), "not the number of the C library", text);
  }
}

// The input's own bits as a number: every double must be printable.
void check_bits(const std::uint8_t* data, std::size_t size) {
  if (size < sizeof(double)) return;
  double number = 0.0;
  std::memcpy(&number, data, sizeof number);
  if (std::isfinite(number)) {
    const auto again = parse_number(shortest(number));
    require(again && same_bits(*again, number), "a number's shortest form is another number");
  }
  for (const int digits : {1, 5, 17}) require(!rounded(number, digits).empty(), "a number without digits");
}

}  // namespace

FUZZ_TARGET(number_text) {
  const std::string text = fuzz::text_of(data, size);
  if (text.find('\0') == std::string::npos) check_plain(text);
  if (text.find('\0') == std::string::npos) check_cell(text, '.');
  check_cell(text, ',');
  check_bits(data, size);
  return 0;
}
