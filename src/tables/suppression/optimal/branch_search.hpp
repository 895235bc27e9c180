// Branch and cut: the root's cuts, patterns from its fractional solutions, then a tree of bounds on x with
// cuts at its nodes. At any time there is a pattern that meets all demands and a lower bound on the cost.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/optimal/branch_scores.hpp"
#include "tables/suppression/optimal/cut_system.hpp"
#include "tables/suppression/optimal/local_cuts.hpp"
#include "tables/suppression/optimal/master.hpp"
#include "tables/suppression/optimal/pattern_check.hpp"
#include "tables/suppression/optimal/pattern_repair.hpp"
#include "tables/suppression/optimal/separation.hpp"

namespace sfumato::tables {

class BranchSearch {
 public:
  // `start`: a pattern of the system's cells that meets all demands.
  BranchSearch(const CutSystem& system, const std::optional<Elimination>& elimination, Pattern start,
               const Limit& limit, double gap_percent, const Run& run);

  void solve();

  const Pattern& best() const { return best_; }
  double best_cost() const { return best_cost_; }
  // Never above the best cost; equal to it when optimality is proved.
  double bound() const;

 private:
  struct Decision {
    std::size_t cell = 0;
    bool suppress = false;
  };
  struct Node {
    double bound = 0;
    std::size_t number = 0;
    std::vector<Decision> decisions;
    double x = 0;  // of the last one's cell before it was decided
  };

  bool at_limit() const;
  // Whether a node with this bound can be pruned.
  bool closed(double bound) const;
  // The same for one part of the search, which is then given up.
  bool prune(double bound);
  // The bound rounded up where costs are multiples of `unit_`.
  double rounded(double bound) const;
  void offer(const Pattern& pattern);

  void root();
  void tree();
  // Solves one node with its cuts; the cell to branch on, or empty where the node is done.
  std::optional<std::size_t> work(Node& node, Relaxation& relaxation);
  std::size_t cut(std::span<const double> x, bool thorough);
  // x is a pattern: taken if it meets all demands, cut off if not.
  bool settle(std::span<const double> x);
  void apply(const Node& node);
  bool take_next(Node& node);
  // A pattern from the cells that x uses, completed. Has a share of the remaining limit: most of it where no
  // pattern is complete yet. Also once by degrees of freedom, if the gap is large.
  void look_for_pattern(std::span<const double> x);
  // Patterns by degrees of freedom, where these are few.
  void search_by_freedom();
  // Takes a pattern that may not meet all demands: missing cells are added at least cost, redundant ones
  // removed. Returns its cost; infinite where it cannot be completed.
  double finish(Pattern pattern, std::span<const double> prices);
  void publish_by_reduced_costs(const Relaxation& relaxation);

  const CutSystem& system_;
  const std::optional<Elimination>& elimination_;
  Limit limit_;
  Limit first_look_;  // latest start of the search for patterns
  double gap_;
  const Run& run_;
  Separation separation_;
  LocalCuts local_;
  PatternCheck check_;
  PatternRepair repair_;
  Master master_;
  BranchScores scores_;
  Pattern best_;
  double best_cost_ = 0;
  double bound_ = 0;
  double dropped_bound_ =
      std::numeric_limits<double>::infinity();  // the least bound of parts that were given up
  double share_ = 0.5;  // of x, in the point between x and all suppressed where cuts are separated
  double unit_ = 0;     // 0: costs have none
  bool searched_by_freedom_ = false;
  bool rounding_is_costly_ = false;  // patterns from x cost far more than others
  std::vector<std::uint8_t> never_;  // cells fixed to published
  std::vector<Node> open_;           // a heap, least bound first
  std::size_t nodes_ = 0;
};

}  // namespace sfumato::tables
