// Cuts from small groups of cells: x must lie in the convex hull of each group's patterns. On tables whose
// lines are added up in several ways these say much more than the relations one by one.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "optimize/solver.hpp"
#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/optimal/cuts.hpp"
#include "tables/suppression/optimal/local_groups.hpp"

namespace sfumato::tables {

class LocalCuts {
 public:
  // All must outlive it. Without an elimination there are no groups.
  LocalCuts(const CutSystem& system, const std::optional<Elimination>& elimination, const Limit& limit,
            const Run& run);

  // Cuts that `x` violates, at most one for each group: the one that separates x from the hull by most when
  // no coefficient is above 1, which is the distance in sums of absolute differences. Some pattern of least
  // cost meets all of these. Past the limit those that were found by then.
  std::vector<Cut> cuts(std::span<const double> x);

 private:
  struct Member {
    LocalGroup group;
    std::unique_ptr<optimize::Solver> solver;  // distance to the hull
    std::optional<Cut> found;
  };

  static void separate(Member& member, std::span<const double> x, const Limit& limit);

  Limit limit_;
  const Run& run_;
  std::vector<Member> members_;
};

}  // namespace sfumato::tables
