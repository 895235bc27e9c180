// What the job `measure` exports of the permutation model: the reverse-mapped file with ranks, permutation
// and residuals of every column, and a summary of how masking splits into the two.
#pragma once

#include "compare/table_pair.hpp"
#include "core/value.hpp"

namespace sfumato::jobs {

struct ExportedPermutation {
  // The compared columns with the original's values in the masked ranks; `record`, the record of the original
  // file, from 1; and for each column `C_original_rank`, `C_masked_rank`, `C_from` (the record of the
  // original file whose value it has) and, of numbers, `C_residual`.
  Table table;
  // {"columns": {C: {"records", "moved_percent", "permutation_variance", "residual_variance",
  // "permutation_percent", "residual_percent"}}, "same_permutation": whether whole records were exchanged}
  Value summary;
};

// An error where it is not known which record came from which.
ExportedPermutation exported_permutation(const compare::TablePair& pair);

}  // namespace sfumato::jobs
