// ε in whole millionths, in which budgets are kept: sums of whole numbers are exact.
#pragma once

#include <cstdint>
#include <optional>

namespace sfumato {

// Nothing where ε has more than six decimals; it lies between 0 and 10⁹.
std::optional<std::int64_t> exact_micro_epsilon(double epsilon);

// What is spent is rounded up, so that the sum of many small amounts is never too low, and what may
// be spent is rounded down. Both allow for the rounding of the double itself.
std::int64_t micro_epsilon_up(double epsilon);
std::int64_t micro_epsilon_down(double epsilon);

}  // namespace sfumato
