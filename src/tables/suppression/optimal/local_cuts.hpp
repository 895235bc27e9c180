// Cuts from small groups of cells: x must lie in the convex hull of each group's patterns. For tables whose
// lines are summed in several ways these are much stronger than the relations one by one.
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

  // Cuts that `x` violates, at most one for each group: the one that separates x most from the hull with no
  // coefficient above 1 (the distance in the 1-norm). Some pattern of least cost satisfies all of these.
  // After the limit, those found by then.
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
