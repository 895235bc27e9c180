// The cells to suppress so that every record is equal to k records, itself included, where a missing cell
// is a category of its own: records are blanked in the same columns together.
#pragma once

#include <vector>

#include "core/run.hpp"
#include "masking/key_pool.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::masking {

// For each record the columns of `keys` to suppress; costs, columns and records as for wildcard_suppression.
// Records that are equal to k do not change, unless other records need them to reach k.
std::vector<ColumnMask> category_suppression(const stats::KeyTable& keys, std::size_t k,
                                             const std::vector<double>& costs, const Run& run);

}  // namespace sfumato::masking
