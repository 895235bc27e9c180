// Branch and bound over the directions of an adjustment. Fractional directions of cells with large levels
// weaken the linear relaxation, so those are branched on first; the node with the least bound comes first.
#pragma once

#include <cstdint>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "optimize/solver.hpp"
#include "tables/adjustment/adjustment_model.hpp"

namespace sfumato::tables {

// A linear program of directions that fixes some of them and adds cuts as needed.
class DirectionProgram {
 public:
  // No solution takes more than `longest`.
  DirectionProgram(const AdjustmentModel& model, const optimize::SolverOptions& options, double longest);

  using Fixed = std::vector<std::pair<std::size_t, bool>>;  // demands, and whether they go up
  void fix(const Fixed& fixed);
  optimize::Solution solve(const optimize::Limit& limit) { return solver_.solve(limit.within(longest_)); }
  // Adds the cuts that the values violate; false if there are none.
  bool add_cuts(std::span<const double> values);
  void add_cuts(const std::vector<AdjustmentModel::SpreadCut>& cuts);
  const std::vector<AdjustmentModel::SpreadCut>& cuts() const { return cuts_; }

  // How undecided a demand is, weighted by its cost; 0 where it is decided.
  double doubt(std::size_t demand, std::span<const double> values) const;
  // The most undecided demand, or no_column.
  std::size_t most_undecided(std::span<const double> values) const;

 private:
  const AdjustmentModel& model_;
  optimize::Solver solver_;
  double longest_;
  Fixed fixed_;
  std::vector<double>
      branching_weights_;  // of each demand: the cost of its least move and of the cells that compensate it
  std::vector<std::vector<std::uint8_t>> used_;  // per relation and term: there is a cut for it
  std::vector<AdjustmentModel::SpreadCut> cuts_;
};

// Blocks of this many demands: around every few of them the first ones that share a relation with it, filled
// up in order.
std::vector<std::vector<std::size_t>> near_demands(const AdjustmentProblem& problem, std::size_t size);

// The open nodes. Bounds are distances.
class DirectionTree {
 public:
  struct Node {
    double bound = 0;
    std::size_t number = 0;  // in the order they came
    DirectionProgram::Fixed fixed;
    std::size_t next = no_column;  // the demand to branch on
  };

  void add(double bound, DirectionProgram::Fixed fixed, std::size_t next) {
    open_.push({bound, made_++, std::move(fixed), next});
  }
  bool empty() const { return open_.empty(); }
  // The node with the least bound, among equals the latest.
  const Node& top() const { return open_.top(); }
  Node take() {
    Node node = open_.top();
    open_.pop();
    return node;
  }

 private:
  struct Later {
    bool operator()(const Node& left, const Node& right) const {
      return left.bound != right.bound ? left.bound > right.bound : left.number < right.number;
    }
  };
  std::priority_queue<Node, std::vector<Node>, Later> open_;
  std::size_t made_ = 0;
};

}  // namespace sfumato::tables
