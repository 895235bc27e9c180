// The state of one suppression: the problem, the limit, and the best pattern so far. Algorithms pass their
// patterns to it; it repairs them until they are safe, keeps the cheapest, and audits that one at the end.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/repair.hpp"
#include "tables/suppression/suppression.hpp"

namespace sfumato::tables {

class SuppressionSearch {
 public:
  SuppressionSearch(const CellTable& table, const SuppressionOptions& options, const Run& run);

  // With the algorithm of the options.
  Suppression suppress();

  // For algorithms.
  const CellTable& table() const { return table_; }
  const SuppressionProblem& problem() const { return problem_; }
  // For algorithms that need dimensions: only cells of the table, without differences of margins and cells.
  const SuppressionProblem& cell_problem() const { return cell_problem_ ? *cell_problem_ : problem_; }
  const SuppressionOptions& options() const { return options_; }
  const Limit& limit() const { return limit_; }
  const Run& run() const { return run_; }
  const Pattern& best() const { return best_; }
  Repair& repair() { return repair_; }
  bool is_hierarchical() const;

  // Another algorithm; false if it cannot be used for the table.
  bool use(std::string_view algorithm);
  // A heuristic's pattern, completed, repaired and improved. Empty: it cannot be used; returns false.
  bool propose(std::optional<Pattern> pattern);
  // Repairs the pattern, then publishes redundant cells again.
  void improve(Pattern pattern);
  // A pattern that was repaired and is safe.
  void keep(const Pattern& pattern);
  // No safe pattern costs less.
  void raise_bound(double bound);
  void set_optimal(bool optimal) { result_.optimal = optimal; }
  bool optimal() const { return result_.optimal; }
  // The algorithm named in the result, where it is not the last one used.
  void set_algorithm(std::string algorithm) { result_.algorithm = std::move(algorithm); }
  void note(std::string text) { result_.notes.push_back(std::move(text)); }

 private:
  void complete_boxes(Pattern& pattern);
  Suppression finish();
  void list_out_of_reach(Suppression& result);
  void list_outside_out_of_reach(Suppression& result);

  const CellTable& table_;
  const SuppressionOptions options_;
  const Run& run_;
  Limit limit_;
  SuppressionProblem problem_;
  std::optional<SuppressionProblem> cell_problem_;  // where it differs
  Repair repair_;
  Pattern best_;
  double best_cost_ = 0;
  Suppression result_;
};

// Least limit for a start pattern: without one, everything is suppressed.
inline constexpr double least_effort = 1;

}  // namespace sfumato::tables
