// Two tables without a record mapping: the complete records of each, sampled to equal length where necessary.
#pragma once

#include <cstddef>

#include "core/run.hpp"
#include "core/value.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

struct UnpairedRecords {
  Matrix original;
  Matrix masked;
  std::size_t dropped_original = 0;  // records with a missing value
  std::size_t dropped_masked = 0;
  std::size_t sampled = 0;  // records that were drawn from the longer side; 0 when none were
};

// The rows without a missing value of each.
UnpairedRecords unpaired_records(Matrix original, Matrix masked);

// Draws as many records of the longer side as the shorter has, without replacement; their order stays.
void sample_to_equal_length(UnpairedRecords& records, const Run& run);

// Adds "records" and, where they apply, "masked_records", "incomplete_records",
// "incomplete_masked_records" and "sampled_rows" to a measure's details.
void describe(const UnpairedRecords& records, Value& details);

}  // namespace sfumato::stats
