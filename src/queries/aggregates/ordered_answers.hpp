// Common functions of MIN, MAX and quantiles: order statistics.
#pragma once

#include "queries/aggregates/aggregate.hpp"

namespace sfumato::queries {

inline constexpr std::int64_t full_share = 1'000'000;  // millionths

// The least value x such that at least that share of the values is at most x. The values are in ascending
// order; NaN if there are none.
double value_at_share(std::span<const std::int64_t> values, std::int64_t millionths);
std::string_view rank_note(const Plan& plan);
// Of MAX if `greatest`, else of MIN.
Interval extreme_interval(bool greatest, std::span<const std::size_t> records, const VectorSet& vectors,
                          int decimals);

}  // namespace sfumato::queries
