// Groups of records along one fixed order: insensitive microaggregation, in which replacing a record
// changes each group by one record at most. Differentially private releases use it.
#pragma once

#include "core/run.hpp"
#include "stats/groups/grouping.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// The rows of `offsets` (from the reference point, on one scale) by squared distance from it, summed
// in column order; equal ones lexicographically by column, a missing value after every number, and
// then by row. A row without any value is not among them. NaN is missing: the squared distance is
// scaled by columns/present.
std::vector<std::uint32_t> order_by_distance(const Matrix& offsets);

// Cuts that order: while at least 3k remain, k from the far end and k from the near end; with at
// least 2k, k from the far end; the rest is the last group. Needs k rows with values, or none.
Grouping insensitive_groups(const Matrix& offsets, std::size_t k, const Run& run);

}  // namespace sfumato::stats
