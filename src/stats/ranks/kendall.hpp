// Kendall's score S: the number of pairs of records in the same order in two columns, minus those in opposite
// orders. An exact integer, so that its sensitivity to one record is known.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sfumato::stats {

// A column's records in ascending order, and the level of each: 0 for the smallest value, equal values have
// equal levels.
struct OrderedLevels {
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> levels;
  std::size_t count = 0;  // of levels
};

// Without missing values; -0.0 and 0.0 are equal.
OrderedLevels ordered_levels(std::span<const double> values);

// Concordant less discordant pairs; a pair that is tied in either column counts 0. Replacing a record changes
// each of its n − 1 pairs by 2 at most, so S by 2(n − 1).
std::int64_t kendall_score(const OrderedLevels& first, const OrderedLevels& second);

}  // namespace sfumato::stats
