// Quantiles of sorted values, with and without weights.
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace sfumato::stats {

// The p-quantile, 0 ≤ p ≤ 1, of ascending values by linear interpolation between order statistics:
// type 7 of Hyndman, Fan (1996), Sample quantiles in statistical packages, The American Statistician 50.
// Needs a value.
double quantile(std::span<const double> sorted, double p);
// The same of `size` values, of which `at` gives those of some places of their order.
double quantile_of(std::size_t size, double p, const std::function<double(std::size_t place)>& at);

// The least value at which the weights of the values up to it reach p of all weights: the inverse of the
// weighted distribution function, without interpolation. Values in any order; NaN is missing and counts
// for nothing. Weights are not negative, and some value has a positive one.
double weighted_quantile(std::span<const double> values, std::span<const double> weights, double p);

}  // namespace sfumato::stats
