// Rules that a release must keep: values inside their bounds, integers, totals equal to the sum of their
// parts. Violations are counted, repaired and reported.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"
#include "core/value.hpp"
#include "core/warning.hpp"

namespace sfumato::masking {

// total = Σ sign·column, recomputed after masking.
struct Derivation {
  ColumnId total = 0;
  struct Term {
    double sign = 1.0;
    ColumnId column = 0;
  };
  std::vector<Term> terms;
  std::string text;  // as it was written
};

// "TOTAL=A+B-C". Column names may have signs in them: the longest name that fits is taken.
Derivation parse_derivation(std::string_view typed, const Table& table);

struct EditRules {
  bool keep_bounds = false;    // the declared domain, else the smallest and largest original value
  bool keep_integers = false;  // columns of integers stay integers
  std::vector<Derivation> derive = {};
};

// The columns without those that a rule recomputes: masking them would have no effect. A total that a later
// rule needs must be derived before it, and only once.
ColumnSet without_derived(const ColumnSet& columns, const std::vector<Derivation>& derive,
                          const Table& table);

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
