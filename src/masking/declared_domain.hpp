// The bounds of a differentially private release. They must be declared independently of the data: bounds
// read from the data reveal the records that have them.
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
// is negative) instead, which is for reproduction only. Domains that are too wide or too narrow for
// 64-bit arithmetic are refused too.
ReleaseDomains release_domains(const Table& table, const ColumnSet& columns, std::optional<double> margin,
                               std::string_view method);

// ε for each record of a release of these columns; the caller sets the split. Other columns of the release,
// except identifiers, are not covered.
Guarantee record_guarantee(const Table& table, const ColumnSet& columns, double epsilon);

}  // namespace sfumato::masking
