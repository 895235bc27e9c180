// The cells to suppress so that every record agrees with k records, itself among them, where a missing cell
// agrees with anything: as few as a greedy search finds, and none that could be restored.
#pragma once

#include <vector>

#include "core/run.hpp"
#include "masking/key_pool.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::masking {

// For each record the columns of `keys` to suppress. A cell of column j costs costs[j] > 0; there are at most
// 64 columns and at least k records. Only records that themselves agree with fewer than k are touched, and
// only until they agree with k. A record that is blank in all columns agrees with every record and counts for
// none of them: where one becomes blank, the others are protected again without it.
std::vector<ColumnMask> wildcard_suppression(const stats::KeyTable& keys, std::size_t k,
                                             const std::vector<double>& costs, const Run& run);

// Records that agree with fewer than k, where missing cells agree with every value; those that are blank in
// all columns count for no other.
std::size_t records_below(const stats::KeyTable& keys, std::size_t k, const Run& run);

}  // namespace sfumato::masking
