// Numbers to text and back, in the C locale always. The shortest form that reads back to the same
// bits is what every file and JSON document holds; people get a given number of significant digits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sfumato {

// The shortest text that parses back to exactly this number: "0.1", "45554", "1e+300".
std::string shortest(double number);

// For people: at most `digits` significant digits, without trailing zeros: "34.202", "0.000181".
std::string rounded(double number, int digits = 5);

// The whole of `text` as a finite number, or nothing. A leading '+' is accepted; infinities, NaN,
// overflow and stray characters are not.
std::optional<double> parse_number(std::string_view text);
std::optional<std::int64_t> parse_integer(std::string_view text);

inline bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

}  // namespace sfumato
