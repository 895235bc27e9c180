// The bounds that a differentially private release stands on. They must have been declared before anybody
// looked: bounds read from the data tell of the records that have them.
#pragma once

#include <optional>
#include <vector>

#include "core/guarantee.hpp"
#include "core/table.hpp"

namespace sfumato::masking {

struct ReleaseDomains {
  std::vector<Domain> domains;         // one per column, in the order of the column set
  std::vector<std::string> from_data;  // columns whose bounds were read from their values
};

// The declared domains of numeric columns. A column without one is refused by name; where `margin` is
// given, its bounds are 0 and margin times its largest value (and margin times the smallest, where that
// is negative) instead, which is good for reproduction only. Domains that are too wide or too narrow for
// 64-bit arithmetic are refused too.
ReleaseDomains release_domains(const Table& table, const ColumnSet& columns, std::optional<double> margin,
                               std::string_view method);

// ε for each record of a release of these columns; the split is still to be told. Columns that the release
// has beside them, all but identifiers, are not covered.
Guarantee record_guarantee(const Table& table, const ColumnSet& columns, double epsilon);

}  // namespace sfumato::masking
