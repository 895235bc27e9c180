// Reverse mapping: the original's values, rearranged in the order of the masked ones. The rest of a method's
// effect is noise that changes no rank.
#pragma once

#include "core/table.hpp"

namespace sfumato::stats {

// The given columns, in that order, each with z_i = x_(rank of y_i): a permutation of the original's
// values whose ranks are those of the masked ones. Ties on either side are broken by row, so that the k-th
// masked row in stable ascending order gets the k-th original value in stable ascending order. Columns are
// ordered by rank_values. A row whose value is missing on either side is left out and is missing. Both
// tables have the same column ids and as many rows: Domingo-Ferrer, Muralidhar (2016), New directions in
// anonymization, Information Sciences 337-338, §3.
Table reverse_mapped(const Table& original, const Table& masked, const ColumnSet& columns);

}  // namespace sfumato::stats
