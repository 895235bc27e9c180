// A local search over patterns by ruin and recreate: some published cells are opened again, and cells are
// published again in another, random order. A worse pattern is accepted with a probability that decreases
// (simulated annealing). Schrimpf, Schneider, Stamm-Wilbrandt, Dueck (2000), "Record breaking optimization
// results using the ruin and recreate principle", Journal of Computational Physics 159, 139-171.
#pragma once

#include <cstdint>
#include <vector>

#include "core/rng.hpp"
#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/optimal/cut_elimination.hpp"
#include "tables/suppression/optimal/cut_system.hpp"
#include "tables/suppression/optimal/freedom_tableau.hpp"
#include "tables/suppression/optimal/greedy_publication.hpp"

namespace sfumato::tables {

class RuinRecreate {
 public:
  // Starts from the greedy pattern.
  RuinRecreate(const CutSystem& system, const Elimination& elimination, std::uint64_t number);

  // In shares of the first pattern's cost.
  struct Schedule {
    double penalty = 0;  // per side that is not met
    // A pattern that is worse by this is accepted with probability 1/e, at the start and at the end.
    double first_temperature = 0;
    double last_temperature = 0;
  };
  // From the best pattern so far, until the rounds or the limit end.
  void search(const Schedule& schedule, std::size_t rounds, const Limit& limit, const Run& run);

  // By cost plus penalty of the last schedule.
  double least() const { return least_; }
  Pattern best() const;

 private:
  std::vector<std::size_t> columns(bool published) const;
  // Some of the published columns: random ones, or those of connected cells.
  std::vector<std::size_t> columns_to_open();
  void take(const std::vector<std::size_t>& opened);
  // Another cell enters a column, so that other cells are opened with it the next time.
  void exchange_by_chance();

  const CutSystem& system_;
  GreedyPublication greedy_;
  Rng rng_;
  FreedomTableau now_;
  FreedomTableau best_;
  double first_cost_ = 0;
  double cost_ = 0, lack_ = 0;  // of the best
  double least_ = 0;
};

}  // namespace sfumato::tables
