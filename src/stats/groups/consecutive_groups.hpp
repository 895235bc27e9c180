// Groups of neighbours in an order: what microaggregation of one variable, or of a projection, makes
// once the records are sorted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stats/groups/grouping.hpp"

namespace sfumato::stats {

// Where the groups of `count` sorted places begin, closed by `count` itself: ⌊count/k⌋ groups of k,
// the surplus given one each to the central groups g/2, g/2 − 1, …, 0 and on from the last group
// downwards. Fewer than 2k places are one group; none are no group, and the result is {0}.
std::vector<std::uint32_t> consecutive_starts(std::size_t count, std::size_t k);

// The records of each group: places starts[i] … starts[i + 1] − 1 of `order`.
Grouping groups_of_order(std::span<const std::uint32_t> order, std::span<const std::uint32_t> starts);

}  // namespace sfumato::stats
