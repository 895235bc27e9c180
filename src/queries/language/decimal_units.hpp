// Decimal constants as whole numbers of units, exactly: no constant ever becomes a floating-point number, so
// that a value at the edge of a comparison is on the side where it was written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sfumato::queries {

// The greatest whole number of units that is not above a constant, and whether it is the constant. What does
// not fit comes to ±2^62, which is no value of any domain.
struct DecimalUnits {
  std::int64_t floor = 0;
  bool exact = true;
};

inline constexpr std::int64_t beyond_domains = std::int64_t{1} << 62;

// `digits`: 12, 12., .5, 1.25e-3, without a sign. A unit is 10^-decimals.
DecimalUnits units_of(std::string_view digits, bool negative, int decimals);

// 350 units of 2 decimals: 3.5.
std::string units_text(std::int64_t units, int decimals);

}  // namespace sfumato::queries
