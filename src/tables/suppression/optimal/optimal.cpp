// Optimal cell suppression: the cut system of a problem, and branch and cut on it (Fischetti & Salazar 2001,
// Management Science 47, 1008-1027). The result is never worse than the start pattern.
#include <algorithm>

#include "tables/suppression/algorithm.hpp"
#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/optimal/branch_search.hpp"
#include "tables/suppression/optimal/cut_classes.hpp"
#include "tables/suppression/optimal/cut_elimination.hpp"
#include "tables/suppression/optimal/cut_system.hpp"
#include "tables/suppression/optimal/pattern_check.hpp"
#include "tables/suppression/search.hpp"

namespace sfumato::tables {
namespace {

// Sides that the start pattern does not meet are lowered to what it reaches: lower demands do not cost more,
// so that the bound stays valid. True if there are any.
bool lower_levels(CutSystem& system, const std::optional<Elimination>& elimination, const Pattern& start,
                  const Limit& limit) {
  const std::vector<double> reached = PatternCheck(system, elimination, limit).reached(start);
  bool lowered = false;
  std::vector<DemandSide> sides;
  for (std::size_t k = 0; k < system.sides.size(); ++k) {
    DemandSide side = system.sides[k];
    if (reached[k] < side.level - 1e-8 * std::max(1.0, side.level)) {
      lowered = true;
      if (reached[k] <= 1e-6 * side.level) continue;
      side.level = reached[k] * (1 - 1e-6);
    }
    sides.push_back(side);
  }
  system.sides = std::move(sides);
  return lowered;
}

}  // namespace

Proposal optimal_suppression(const SuppressionProblem& problem, const Pattern& start, const Limit& limit,
                             double gap_percent, const Run& run) {
  Proposal proposal{.pattern = start, .bound = 0, .optimal = false};
  if (limit.over()) return proposal;
  CutSystem system(problem);
  std::optional<Elimination> elimination = eliminate(system);
  if (elimination) {
    merge_proportional(system, *elimination);
    elimination = eliminate(system);
  }
  const bool lowered =
      !system.sides.empty() && lower_levels(system, elimination, system.part_of(start), limit);
  system.hide_demanded();
  if (system.sides.empty()) {
    proposal.pattern = problem.least();
    proposal.optimal = !lowered && !system.unreachable;
    return proposal;
  }
  BranchSearch search(system, elimination, system.part_of(start), limit, gap_percent, run);
  search.solve();
  proposal.pattern = system.whole_of(search.best(), problem);
  proposal.bound = search.bound();
  proposal.optimal = !lowered && !system.unreachable && proposal.bound >= search.best_cost();
  return proposal;
}

namespace {

struct OptimalAlgorithm {
  static AlgorithmInfo info() {
    return {.name = "optimal",
            .title = "Optimal",
            .summary =
                "Finds the pattern of least cost by branch and cut, or the best within the limit, with a "
                "bound.",
            .reference = "Fischetti and Salazar (2001), Management Science 47, 1008-1027"};
  }

  // Insiders become demands once a pattern discloses a cell to them; then the search is repeated.
  static bool run(SuppressionSearch& search) {
    const SuppressionOptions& options = search.options();
    const Limit& limit = search.limit();
    Pattern start = search.problem().least();
    search.repair().meet_demands(start, limit.next(std::max(least_effort, options.limit.amount / 4)));
    start = publish_again(search.problem(), std::move(start), limit.share(0.1), search.run());
    search.repair().repair(start);
    search.keep(start);
    for (bool again = true; again && !limit.over();) {
      search.repair().take_change();
      const Proposal proposal =
          optimal_suppression(search.problem(), search.best(), limit, options.gap, search.run());
      search.raise_bound(proposal.bound);
      Pattern pattern = proposal.pattern;
      search.repair().repair(pattern);
      search.set_optimal(proposal.optimal && pattern == proposal.pattern);
      search.keep(pattern);
      again = search.repair().take_change();
    }
    if (!search.optimal() && limit.over()) {
      search.note("the " + std::string(to_text(options.limit.unit)) +
                  " limit was reached: this is the best pattern found by then");
    }
    return true;
  }
};

}  // namespace
}  // namespace sfumato::tables

SFUMATO_SUPPRESSION(optimal_algorithm, sfumato::tables::OptimalAlgorithm)
