// Sensitivity rules: which cells would betray a respondent, and how far an attacker's estimate of each must
// be kept off. A rule is data; several hold at once.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tables/cell_table.hpp"

namespace sfumato::tables {

enum class RuleKind { frequency, dominance, p_percent, pq, request, zero };

struct Rule {
  RuleKind kind = RuleKind::frequency;
  // frequency: the least number of contributors. dominance: n. p-percent, pq: how many respondents pool what
  // they know (1 unless given).
  std::int64_t count = 1;
  Decimal
      first;  // dominance: k. p-percent, pq: p. request: the share for the first code. zero: absolute range
  Decimal second;    // pq: q. request: the share for the second code
  std::string text;  // as typed: "dominance=1,85"
};

// "p-percent=15", "p-percent=15,2" (n = 2), "pq=10,50", "pq=10,50,2", "dominance=1,85", "frequency=3",
// "request=50,25", "zero", "zero=5". Anything else is an error that says what is meant.
Rule parse_rule(std::string_view typed);

struct RuleOptions {
  std::vector<Rule> rules;
  std::optional<Decimal> safety_range;  // % of the cell; frequency, zero and request rules need it
  bool holdings = false;                // look at holdings instead of records
  bool weighted = true;                 // a contribution of weight w counts as w respondents of that amount
};

// The table with hits, statuses, levels and (with pq) prior bounds. Cells already primary stay so, and keep
// larger levels of their own; a file's own bounds win.
struct CheckedTable {
  CellTable table;
  std::vector<std::string> notes;
};
CheckedTable apply_rules(CellTable table, const RuleOptions& options);

}  // namespace sfumato::tables
