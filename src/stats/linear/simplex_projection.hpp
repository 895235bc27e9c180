// Noisy counts converted to valid counts: none negative, and with the known sum.
#pragma once

#include <span>
#include <vector>

namespace sfumato::stats {

// The point nearest to `values` (Euclidean) with coordinates of at least 0 whose sum is `total` ≥ 0: all are
// lowered by the same amount, and what would be negative is 0. Held, Wolfe, Crowder (1974), Validation of
// subgradient optimization, Mathematical Programming 6.
std::vector<double> simplex_projection(std::span<const double> values, double total);

}  // namespace sfumato::stats
