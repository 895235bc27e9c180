// Conditions brought to one form: sets of the same column merged, parts in one order, nothing that is always
// or never so left inside. Two conditions that differ only in how they were written become equal.
#pragma once

#include <vector>

#include "queries/query.hpp"

namespace sfumato::queries {

Condition constant_condition(bool truth);

// A leaf, or always or never where the set is all or nothing. `values` lie within the column's domain.
Condition leaf_condition(const CatalogueTable& table, std::size_t column, RangeSet values, bool null);

// AND (`all`) or OR (`any`) of conditions that are in this form.
Condition combined_condition(Condition::Kind kind, std::vector<Condition> parts, const CatalogueTable& table);

// first() to last() of the column.
RangeSet domain_of(const CatalogueColumn& column);

}  // namespace sfumato::queries
