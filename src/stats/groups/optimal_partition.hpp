// The best partition of sorted values into groups of at least k: the one with the smallest sum of squares
// within groups. Its time is linear, whatever k is.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sfumato::stats {

// Where the groups begin, closed by the number of values; sizes are k … 2k − 1, which some optimum
// always has. The shortest path of Hansen, Mukherjee (2003), "A polynomial algorithm for optimal
// univariate microaggregation", IEEE Transactions on Knowledge and Data Engineering 15. Of equally
// good cuts the one whose last group is smallest, up to rounding. Values are finite and
// ascending, and at least k, or none: then the result is {0}.
std::vector<std::uint32_t> optimal_starts(std::span<const double> ascending, std::size_t k);

}  // namespace sfumato::stats
