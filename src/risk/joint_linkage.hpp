// Linkage by several releases of one data set: each may be safe alone, but not all of them together.
#pragma once

#include <vector>

#include "core/measure.hpp"

namespace sfumato::risk {

// The share of records, in percent, that an intruder re-identifies who holds all releases and knows which
// of their records belong together: for each record of the releases the original for which the squared
// distances, summed over the releases, are least. Columns are divided by the original's standard
// deviation; columns that are constant there, and records that are incomplete in any table, are left out.
// Of a file of more than 100,000 records 20,000 are searched for, as by distance linkage.
// Details: `counts` of linked records, and `alone`, the percentage for each release by itself. All tables
// have the same number of rows, and row i of each release came from row i.
Score joint_distance_linkage(const Table& original, const std::vector<Table>& releases,
                             const ColumnSet& columns, const Run& run);

}  // namespace sfumato::risk
