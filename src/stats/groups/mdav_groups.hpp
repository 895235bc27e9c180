// Grouping of records for microaggregation: MDAV (maximum distance to average vector), and its predecessor,
// which starts from the most distant pair. Several methods aggregate these groups.
#pragma once

#include "core/run.hpp"
#include "stats/groups/grouping.hpp"
#include "stats/linear/matrix.hpp"
#include "stats/neighbours/gower_column.hpp"

namespace sfumato::stats {

enum class GroupSeeds { farthest, most_distant };

// Groups of at least k of the rows of `points` (already on one scale). Squared distances are summed
// in column order, centroids in row order, and ties go to the lowest row, so that the partition is
// the same whatever prunes the search. NaN is missing: a distance is taken over the columns that both
// have and scaled by columns/shared; two records that share none are infinitely far apart. A row
// without any value belongs to no group. Needs k rows or none.
Grouping mdav_groups(const Matrix& points, std::size_t k, GroupSeeds seeds, const Run& run);

// The same of mixed columns, one of them categorical at least, by Gower's distance.
Grouping mdav_groups(const std::vector<GowerColumn>& columns, std::size_t k, GroupSeeds seeds,
                     const Run& run);

}  // namespace sfumato::stats
