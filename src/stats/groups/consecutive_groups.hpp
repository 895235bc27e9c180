// Groups of neighbours in an order: what microaggregation of one variable, or of a projection, makes
// once the records are sorted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stats/groups/grouping.hpp"

namespace sfumato::stats {

// The groups of `count` sorted places: ⌊count/k⌋ groups of k, the surplus given one each to the central
// groups g/2, g/2 − 1, …, 0 and on from the last group downwards. Fewer than 2k places are one group; none
// are no group. Nothing is listed, so that there may be any number of places.
class ConsecutiveGroups {
 public:
  ConsecutiveGroups(std::uint64_t count, std::uint64_t k);

  std::uint64_t groups() const { return groups_; }
  // The first place of a group; `count` for the group after the last.
  std::uint64_t start(std::uint64_t group) const;
  // The first group that starts at this place or later; groups() where there is none.
  std::uint64_t first_from(std::uint64_t place) const;

 private:
  std::uint64_t count_, k_, groups_;
};

// All starts, closed by `count` itself; {0} without places.
std::vector<std::uint32_t> consecutive_starts(std::size_t count, std::size_t k);

// The records of each group: places starts[i] … starts[i + 1] − 1 of `order`.
Grouping groups_of_order(std::span<const std::uint32_t> order, std::span<const std::uint32_t> starts);

}  // namespace sfumato::stats
