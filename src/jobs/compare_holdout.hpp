// The holdout of a comparison: records that are split off before masking, for measures of synthetic files.
#pragma once

#include "jobs/compare.hpp"

namespace sfumato::jobs {

// Takes a share of the records out of the table, at random, and returns them; both keep their order. Where
// there are households or units, whole ones are taken, since relatives of a record say much about it.
Table split_off(Table& table, double share, const Run& run);

// Splits off the share of the records that is asked for, and gives them to the
// measures that are asked for and have a holdout, unless one is set; the run that is returned has them.
// Measures that have no value without a holdout must have one then.
Run with_split_holdout(const CompareRequest& request, compare::JobRequest& wanted, Table& table,
                       const Run& run, Warnings& warnings);

}  // namespace sfumato::jobs
