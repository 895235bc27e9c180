// V-MDAV's grouping: like MDAV's, but a group may include more than k records where they are closer to it
// than to the rest, so that natural clusters are not divided.
#pragma once

#include "core/run.hpp"
#include "stats/groups/grouping.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// Groups of at least k of the rows of `points` (already on one scale). While k or more remain, the
// one farthest from the centroid of all and its k − 1 nearest form a group. Until it has 2k − 1, the
// outside record nearest to any member joins when that distance is less than `gain` times its
// distance to the nearest other outside record (which is infinite when there is none). Fewer than k
// left over each join the group of the grouped record nearest to them. Squares are compared; they are
// summed in column order, the centroid in row order, and ties go to the lowest row. NaN is missing:
// a squared distance is taken over the columns that both have and scaled by columns/shared; two
// records that share none are infinitely far apart. A row without any value belongs to no group.
// Needs k rows with values, or none.
Grouping variable_mdav_groups(const Matrix& points, std::size_t k, double gain, const Run& run);

}  // namespace sfumato::stats
