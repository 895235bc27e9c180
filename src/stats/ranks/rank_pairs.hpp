// Two tables as matrices of ranks, the only input of measures of the permutation model: ranks
// do not change with units or under any monotone change of a column.
#pragma once

#include "core/run.hpp"
#include "stats/linear/records.hpp"
#include "stats/neighbours/unpaired_records.hpp"

namespace sfumato::stats {

// Each column by its average ranks; a column's missing values have none.
void rank_columns(Matrix& data, const Run& run);

// The records that are complete on both sides, ranked among themselves. Columns of every kind take part
// through rank_values.
CompletePairs rank_pairs(const Table& original, const Table& masked, const ColumnSet& columns,
                         const Run& run);

// The complete records of each side, the longer one sampled down to the length of the shorter, not ranked.
UnpairedRecords unpaired_rank_values(const Table& original, const Table& masked, const ColumnSet& columns,
                                     const Run& run);

}  // namespace sfumato::stats
