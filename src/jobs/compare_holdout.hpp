// The holdout of a comparison: records that are split off before masking, for measures of synthetic files.
#pragma once

#include "jobs/compare.hpp"

namespace sfumato::jobs {

// Takes the share of the records that is asked for out of the table, at random, and gives them to the
// measures that are asked for and have a holdout, unless one is set; the run that is returned has them.
// Measures that have no value without a holdout must have one then.
Run with_split_holdout(const CompareRequest& request, compare::JobRequest& wanted, Table& table,
                       const Run& run, Warnings& warnings);

}  // namespace sfumato::jobs
