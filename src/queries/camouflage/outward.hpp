// Ends of intervals as floating-point numbers, rounded outwards.
#pragma once

#include "queries/engine.hpp"
#include "queries/interval.hpp"

namespace sfumato::queries {

enum class End : std::uint8_t { lower, upper };

// numerator / denominator, rounded down or up to an integer; the denominator is above 0.
Wide integer_end(Wide numerator, Wide denominator, End end);

// units / 10^decimals, with up to 18 decimals. Up to 10^15 units it is the nearest number, whose shortest
// text is exactly that decimal; above that, a number rounded outwards.
double decimal_end(Wide units, int decimals, End end);
Interval decimal_interval(Wide lower, Wide upper, int decimals);

// The next number outwards of a value that was computed with a relative error below 2^-60.
double real_end(long double value, End end);

}  // namespace sfumato::queries
