// Ranks 1 … n of the values of a column; equal values share the mean of their places.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sfumato::stats {

// NaN is missing: such a row is in no order, and its rank is NaN. -0.0 and 0.0 are equal.

// The rows in ascending order of value, equal values in row order.
std::vector<std::uint32_t> ascending_order(std::span<const double> values);

std::vector<double> average_ranks(std::span<const double> values);

// Both, from one sort.
struct Ranking {
  std::vector<std::uint32_t> order;
  std::vector<double> ranks;
};
Ranking ranking(std::span<const double> values);

}  // namespace sfumato::stats
