// The algorithms behind `suppress`, each a function from a problem to a pattern. They need not be right about
// every demand: `suppress` audits and repairs. They must keep published cells published and hidden ones
// hidden.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/run.hpp"
#include "optimize/limit.hpp"
#include "tables/suppression/problem.hpp"

namespace sfumato::tables {

using optimize::Limit;

struct Proposal {
  Pattern pattern;
  double bound = 0;      // no pattern that meets all demands costs less
  bool optimal = false;  // this one meets all demands, and none that does costs less
};

// Cuts from the attacker's duals, branch and cut. `start` is a pattern that meets all demands, to improve on.
Proposal optimal_suppression(const SuppressionProblem& problem, const Pattern& start, const Limit& limit,
                             double gap_percent, const Run& run);

// Where the demands stand in the problem, the largest first.
std::vector<std::size_t> largest_first(const SuppressionProblem& problem);

// Adds to `pattern` what a demand lacks: the cells along which the cheapest deviation of that size runs, by a
// linear program. False if the demand cannot be met. Its work counts for the limit, which does not end it.
class IncrementalSuppression {
 public:
  explicit IncrementalSuppression(const SuppressionProblem& problem, const Limit& limit = {});
  ~IncrementalSuppression();
  bool meet(const Demand& demand, Pattern& pattern);
  // As much of the demand as can be met with everything suppressed that may be.
  Demand within_reach(Demand demand) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The pattern less cells without which all demands that it meets are still met, the dearest first, within the
// limit.
Pattern publish_again(const SuppressionProblem& problem, Pattern pattern, const Limit& limit, const Run& run);

// Every demand in turn, the largest first, by IncrementalSuppression; then what is not needed is published
// again.
Pattern incremental_suppression(const SuppressionProblem& problem, const Limit& limit, const Run& run);

// The table's dimensions are needed by these; nothing where they cannot be used (`network`: not two
// dimensions, or both hierarchical; `gauss`: no frequency table).
std::optional<Pattern> hypercube_suppression(const CellTable& table, const SuppressionProblem& problem,
                                             const Run& run);
std::optional<Pattern> network_suppression(const CellTable& table, const SuppressionProblem& problem,
                                           const Run& run);
std::optional<Pattern> modular_suppression(const CellTable& table, const SuppressionProblem& problem,
                                           const Limit& limit, const Run& run);
std::optional<Pattern> gauss_suppression(const CellTable& table, const SuppressionProblem& problem,
                                         const Run& run);

}  // namespace sfumato::tables
