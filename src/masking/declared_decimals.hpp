// Masked numbers in the decimals that their column declares: a mean of amounts in cents is an amount in
// cents. It needs the declaration alone, and equal values stay equal, so that groups of equal records and
// differential privacy are kept.
#pragma once

#include <optional>

#include "core/table.hpp"

namespace sfumato::masking {

// The double that is nearest to the value with so many decimals; halves go away from zero.
double with_decimals(double value, int decimals);

// Rounds the numbers of these columns where they have declared decimals. A value inside its declared domain
// stays inside, where the domain has such a number. Columns that became categories are left as they are.
void round_numbers(Table& masked, const ColumnSet& columns);

// The same; without decimals the column is one of integers, where all fit.
void round_to_declared(Table& masked, const ColumnSet& columns);

// The decimals to which a sum of these columns may be rounded without breaking it: `declared`, unless a part
// has more or does not say how many.
std::optional<int> sum_decimals(const Table& table, const ColumnSet& parts, std::optional<int> declared);

}  // namespace sfumato::masking
