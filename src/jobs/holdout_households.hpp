// Households with members in the original and in the holdout: what the file tells about relatives is no
// chance, and every risk that is compared with such a holdout looks smaller than it is.
#pragma once

#include "core/run.hpp"
#include "core/table.hpp"
#include "core/warning.hpp"

namespace sfumato::jobs {

// The holdout, where columns have the roles household and unit of the original.
Table with_household_roles(Table holdout, const Table& original);

// Warns where both have the same household numbers (or numbers of units), unless the records of the same
// number agree no more than any two: numbers often start at 1 in every file.
void add_shared_households_warning(const Table& original, const Table& holdout, const Run& run,
                                   Warnings& warnings);

}  // namespace sfumato::jobs
