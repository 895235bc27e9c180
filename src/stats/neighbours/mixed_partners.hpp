// The rank of the partner of a record among all records of another file, by distances over numbers and
// categories at once. Linkage asks only whether it is nearest or second, so that few pairs must be compared.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/neighbours/mixed_column.hpp"

namespace sfumato::stats {

struct PartnerPlace {
  std::uint64_t closer = 0;  // points that are nearer than the partner; 2 means two or more
  std::uint64_t equal = 0;   // points as near as it, itself included; counted where closer < 2
};

// `fewest`: of points that are equally near those come first that cover the fewest queries, the originals.
// Squared distances are summed in column order. Points that are equal are stored once, in a tree whose nodes
// have the range of each number and the categories below them.
std::vector<PartnerPlace> partner_places(const std::vector<MixedColumn>& columns, const Run& run,
                                         bool fewest = false);

// The same of some queries only, in the order of `queries`; all points are searched.
std::vector<PartnerPlace> partner_places(const std::vector<MixedColumn>& columns,
                                         std::span<const std::size_t> queries, const Run& run,
                                         bool fewest = false);

}  // namespace sfumato::stats
