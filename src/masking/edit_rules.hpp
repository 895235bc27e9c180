// Rules that a release must keep: values inside their bounds, integers, totals equal to the sum of their
// parts. Violations are counted, repaired and reported.
#pragma once

#include <vector>

#include "core/table.hpp"
#include "core/value.hpp"
#include "core/warning.hpp"
#include "masking/derived_total.hpp"

namespace sfumato::masking {

struct EditRules {
  bool keep_bounds = false;    // the declared domain, else the smallest and largest original value
  bool keep_integers = false;  // columns of integers stay integers
  std::vector<Derivation> derive = {};
};

struct RuleResult {
  Value details = Value::object();  // counts by rule and column
  Warnings warnings;
};

// Values are clamped to their bounds, then rounded to integers, then totals are computed. A declared domain
// is checked, and values outside are counted, even where they are not repaired. A total with a missing part
// is missing; a total that leaves its own bounds is counted and stays, since the identity comes first.
RuleResult apply_edit_rules(const Table& original, Table& masked, const ColumnSet& columns,
                            const EditRules& rules);

}  // namespace sfumato::masking
