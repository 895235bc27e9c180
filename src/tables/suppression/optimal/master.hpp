// The master problem: a linear program over the cuts found so far, for the cheapest x between 0 and 1 that
// satisfies them. Its duals prove a bound on the cost of every pattern.
#pragma once

#include <span>
#include <vector>

#include "optimize/solver.hpp"
#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/optimal/cut_system.hpp"
#include "tables/suppression/optimal/cuts.hpp"

namespace sfumato::tables {

struct Relaxation {
  bool solved = false;      // else the limit was reached, or the solver gave up
  bool infeasible = false;  // no x within its bounds satisfies the cuts
  double bound = 0;         // recomputed from the duals, valid whatever the solver's tolerances
  std::vector<double> x;
  std::vector<double> reduced_costs;  // that belong to `bound`
};

class Master {
 public:
  // All must outlive the master.
  Master(const CutSystem& system, const Limit& limit, const Run& run);

  // Adds cuts that are new; returns how many.
  std::size_t add(std::span<const Cut> cuts);
  void limit(std::size_t cell, double lower, double upper);
  double lower(std::size_t cell) const { return lower_[cell]; }
  double upper(std::size_t cell) const { return upper_[cell]; }

  Relaxation solve();

  // Removes cuts that were slack in this many solves in a row.
  void purge(unsigned most_solves);
  std::span<const Cut> cuts() const { return cuts_; }

 private:
  void load();
  void judge(const optimize::Solution& solution, Relaxation& relaxation);

  const CutSystem& system_;
  Limit limit_;
  const Run& run_;
  double scale_;  // of the costs that the solver sees
  std::vector<double> lower_, upper_;
  std::vector<Cut> cuts_;
  std::vector<unsigned> slack_;  // per cut: solves in a row without a dual
  CutPool pool_;
  std::optional<optimize::Solver> solver_;
};

}  // namespace sfumato::tables
