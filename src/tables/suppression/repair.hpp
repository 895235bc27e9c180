// Audits a pattern on the whole table, insiders included, and suppresses more until it is safe. The safety of
// a published pattern depends on this, not on the algorithms.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/run.hpp"
#include "tables/audit/audit.hpp"
#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/problem.hpp"

namespace sfumato::tables {

class Repair {
 public:
  // All must outlive the repair. A disclosure to an insider becomes a demand of the problem, and a demand
  // that no pattern can meet is lowered to what can be met. Work counts for the limit but is not ended by it:
  // the result must pass the audit.
  Repair(const CellTable& table, SuppressionProblem& problem, const AuditOptions& attacker,
         const Limit& limit, const Run& run);
  ~Repair();

  // As much as possible of every demand of the problem: a pattern to start from. After the limit, the
  // remaining demands are met at once by suppressing every cell that may be suppressed.
  void meet_demands(Pattern& pattern, const Limit& limit);
  // Adds what is missing. Afterwards the table is safe, or some cells are out of reach.
  void repair(Pattern& pattern);
  // The table with the pattern, audited; with the ends of all intervals if `exact`, else they are at least as
  // wide as shown.
  Audit last_audit(const Pattern& pattern, bool exact);
  // How wide these intervals get if every cell that may be suppressed is suppressed.
  std::vector<Interval> widest(const std::vector<std::size_t>& cells);

  // The differences of margins and cells, if every cell that may be suppressed is suppressed.
  std::vector<AuditedOutside> widest_outside();

  // Whether demands were added or lowered since the last call.
  bool take_change() { return std::exchange(changed_, false); }

 private:
  using Attack = std::pair<std::size_t, std::size_t>;  // cell and attacker

  Audit verdict(const Pattern& pattern);
  Demand& demand_for(const AuditedCell& shown);
  void add_own_cells(AuditedCell& shown);
  void lower(Demand& demand, Pattern& pattern);
  bool answer(AuditedCell shown, Pattern& pattern);
  bool enforce(const Demand& demand, Pattern& pattern);

  const CellTable& table_;
  SuppressionProblem& problem_;
  AuditOptions attacker_;
  const Run& run_;
  CellTable marked_;  // the table with the current pattern
  IncrementalSuppression incremental_;
  std::unordered_map<std::int64_t, std::vector<std::size_t>>
      own_cells_;                          // by contributor, whatever the pattern
  std::map<Attack, std::size_t> demands_;  // where in the problem
  std::map<Attack, int> answered_;         // how often
  std::set<Attack> out_of_reach_;
  bool changed_ = false;
};

}  // namespace sfumato::tables
