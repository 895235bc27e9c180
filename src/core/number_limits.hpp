// Constants of double numbers that readers, kernels and programs compare with. They are defined once, for
// sources that are compiled together.
#pragma once

#include <cstdint>
#include <limits>

namespace sfumato {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Doubles hold every integer up to 2^53, in both directions.
inline constexpr std::int64_t largest_exact_integer = std::int64_t{1} << 53U;
inline constexpr double largest_exact_number = 9007199254740992.0;

}  // namespace sfumato
