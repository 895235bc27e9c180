// The normal form of conditions: sets of the same column are merged, parts are sorted, and constant parts are
// removed. Two conditions that differ only in spelling become equal.
#pragma once

#include <vector>

#include "queries/query.hpp"

namespace sfumato::queries {

Condition constant_condition(bool truth);

// A leaf, or the constant `always` or `never` if the set is the domain or empty. `values` lie within the
// column's domain.
Condition leaf_condition(const CatalogueTable& table, std::size_t column, RangeSet values, bool null);

// AND (`all`) or OR (`any`) of conditions that are in this form.
Condition combined_condition(Condition::Kind kind, std::vector<Condition> parts, const CatalogueTable& table);

// first() to last() of the column.
RangeSet domain_of(const CatalogueColumn& column);

}  // namespace sfumato::queries
