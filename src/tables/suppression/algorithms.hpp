// The algorithms behind `suppress`, each a function from a problem to a pattern. A pattern need not meet
// every demand: `suppress` audits and repairs it. Published cells must stay published and hidden cells
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
  bool optimal = false;  // this one meets all demands, at the least cost
};

// Cuts from the attacker's duals, branch and cut. `start` is a pattern that meets all demands, to improve on.
Proposal optimal_suppression(const SuppressionProblem& problem, const Pattern& start, const Limit& limit,
                             double gap_percent, const Run& run);

// Positions of the demands in the problem, largest first.
std::vector<std::size_t> largest_first(const SuppressionProblem& problem);

// Adds to `pattern` what a demand lacks: the cells of the cheapest deviation of that size, by a linear
// program. False if the demand cannot be met. Its work counts for the limit, which does not end it.
class IncrementalSuppression {
 public:
  explicit IncrementalSuppression(const SuppressionProblem& problem, const Limit& limit = {});
  ~IncrementalSuppression();
  bool meet(const Demand& demand, Pattern& pattern);
  // As much of the demand as can be met if every cell that may be suppressed is suppressed.
  Demand within_reach(Demand demand) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The pattern without its redundant cells, costliest first, within the limit: all demands that it met are
// still met.
Pattern publish_again(const SuppressionProblem& problem, Pattern pattern, const Limit& limit, const Run& run);

// Every demand in turn, largest first, by IncrementalSuppression; then redundant suppressions are removed.
Pattern incremental_suppression(const SuppressionProblem& problem, const Limit& limit, const Run& run);

// These need the table's dimensions; empty where they cannot be used (`network`: not two dimensions, or both
// hierarchical; `gauss`: not a frequency table).
std::optional<Pattern> hypercube_suppression(const CellTable& table, const SuppressionProblem& problem,
                                             const Run& run);
std::optional<Pattern> network_suppression(const CellTable& table, const SuppressionProblem& problem,
                                           const Run& run);
std::optional<Pattern> modular_suppression(const CellTable& table, const SuppressionProblem& problem,
                                           const Limit& limit, const Run& run);
std::optional<Pattern> gauss_suppression(const CellTable& table, const SuppressionProblem& problem,
                                         const Run& run);

}  // namespace sfumato::tables
