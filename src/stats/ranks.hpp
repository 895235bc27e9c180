// Ranks 1 … n of the values of a column; equal values share the mean of their places.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sfumato::stats {

// The rows in ascending order of value, equal values in row order. Values must not be NaN; -0.0
// and 0.0 are equal.
std::vector<std::uint32_t> ascending_order(std::span<const double> values);

std::vector<double> average_ranks(std::span<const double> values);

}  // namespace sfumato::stats
