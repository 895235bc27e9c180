// Decimal constants as exact integers of units: no constant becomes a floating-point number, so comparisons
// at a boundary are exact.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sfumato::queries {

// The floor of a constant in units, and whether it is exact. Constants that do not fit become ±2^62, which is
// outside every domain.
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
