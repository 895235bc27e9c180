// A masking split into a permutation and residual noise, column by column: which original value each record
// gets by its masked rank, and what is left. Any masking of records is these two steps.
#pragma once

#include <cstdint>
#include <vector>

#include "core/table.hpp"

namespace sfumato::stats {

// y − x = (z − x) + (y − z): the permutation's part and the residual one, z being the reverse-mapped value.
// Variances divide by n − 1. A share is the covariance of the part with y − x, divided by the variance of y −
// x, so that both shares add up to 1; one that works against the other is negative. NaN where y − x does not
// vary.
struct VarianceSplit {
  double total = 0.0;
  double permutation = 0.0;
  double residual = 0.0;
  double permutation_share = 0.0;
  double residual_share = 0.0;
};

// The permutation matrix of a column in sparse form, with ranks and residuals. The matrix has a one in row i
// and column `source[i]`, and no other in that row.
struct ColumnPermutation {
  std::vector<double> original_ranks;  // average ranks; NaN where a value is missing on either side
  std::vector<double> masked_ranks;
  std::vector<std::int64_t> source;  // the row whose original value record i gets; −1 where missing
  Numbers residuals;                 // y − z; empty for columns that are not numbers on both sides
  VarianceSplit variance;            // of columns with residuals
  std::size_t records = 0;           // that have both values
  std::size_t moved = 0;             // of them, those whose average rank changed
};

// Ties on either side are broken by row, as in `reverse_mapped`. Both tables have the same column ids and as
// many rows.
ColumnPermutation column_permutation(const Table& original, const Table& masked, ColumnId column);

}  // namespace sfumato::stats
