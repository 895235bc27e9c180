// Sensitivity rules: which cells are sensitive, and their protection levels. A rule is data; several rules
// may apply at once.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tables/cell_table.hpp"

namespace sfumato::tables {

struct RuleType;

struct Rule {
  const RuleType* type = nullptr;  // its record in rules.def
  // frequency, group, k-disclosure: the least number of contributors. dominance: n. p-percent, pq: the size
  // of a coalition (1 unless given).
  std::int64_t count = 1;
  // dominance: k. p-percent, pq: p. request: the share for the first code. zero,
  // k-disclosure: its range, 0 if not given
  Decimal first;
  Decimal second;    // pq: q. request: the share for the second code
  std::string text;  // as typed: "dominance=1,85"
};

// "p-percent=15", "p-percent=15,2" (n = 2), "pq=10,50", "pq=10,50,2", "dominance=1,85", "frequency=3",
// "group=3", "k-disclosure=3", "k-disclosure=3,20", "request=50,25", "zero", "zero=5". Anything else is an
// error that shows the right form.
Rule parse_rule(std::string_view typed);

struct RuleOptions {
  std::vector<Rule> rules;
  std::optional<Decimal> safety_range;  // % of the cell; frequency, zero and request rules need it
  bool holdings = false;                // use holdings instead of records
  bool weighted = true;                 // a contribution of weight w counts as w respondents of that amount
};

// With x₁ >= x₂ >= … the sizes of the contributions and X their total, a cell is sensitive by
//   dominance n,k   if Σ₁ⁿxᵢ > (k/100)·X;                  upper value 100·Σ₁ⁿxᵢ/k
//   pq p,q,n        if X - Σ₁ⁿ⁺¹xᵢ < (p/q)·x₁;             upper value (p/q)·x₁ + Σ₁ⁿ⁺¹xᵢ
//   p-percent p,n   as pq with q = 100
//   group k         if a count is above 0, and margin − count < k in a margin that sums over one variable
//   k-disclosure k  the same; in sums if 0 < contributors of the margin outside the cell < k
//   frequency n     if 0 < records (holdings) < n; weights do not count
//   request s,t     if a contributor who requested protection has more than s % (second code: t %) of X
//   zero            if the cell is 0, it has contributors, and none has a negative amount.
// Ties are safe, and so are cells without contributors. The level of the first three is upper value - X,
// which is above 0 exactly where the cell is sensitive; where X is not the size of the cell's value (a shadow
// variable, negative amounts) the same share of the value is taken if that is more. The others take the
// safety range; that is a percentage, so zero=R has an absolute one instead. Lower and upper level are the
// same, but no level reaches beyond a cell's prior bounds. Rules on amounts apply to sums; frequency, group
// and k-disclosure apply to counts. The last two give the cell no level: they are about margin − cell (see
// outside.hpp). All decisions are exact, never in floating point; levels that are not finite
// decimals are rounded up.
//
// The table with hits, statuses, levels and (with pq) prior bounds: value ± q %, the smallest q, in all
// cells. Cells already primary stay so, and keep larger levels of their own; a file's own bounds have
// priority. A rule that the table already has keeps its position among the hits.
struct CheckedTable {
  CellTable table;
  std::vector<std::string> notes;
};
CheckedTable apply_rules(CellTable table, const RuleOptions& options);

}  // namespace sfumato::tables
