// Rules that a release must keep: values inside their bounds, whole numbers whole, totals equal to
// the sum of their parts. What a method breaks is counted, mended and reported.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"
#include "core/value.hpp"

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
  bool keep_integers = false;  // columns of whole numbers stay so
  std::vector<Derivation> derive = {};
};

// The columns without those that a rule recomputes: masking them would be in vain. A total that a later
// rule needs must be derived before it, and only once.
ColumnSet without_derived(const ColumnSet& columns, const std::vector<Derivation>& derive,
                          const Table& table);

struct Mended {
  Value details = Value::object();  // counts by rule and column
  std::vector<std::string> warnings;
};

// Values into their bounds, then to whole numbers, then totals. A declared domain is checked, and what
// lies outside is counted, even where nothing is to be mended. A total whose parts are not all there is
// missing; a total that leaves its own bounds is counted and stays, since the identity comes first.
Mended apply_edit_rules(const Table& original, Table& masked, const ColumnSet& columns,
                        const EditRules& rules);

}  // namespace sfumato::masking
