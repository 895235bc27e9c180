// A walk from pattern to pattern by ruin and recreate: some published cells are opened anew, and what these
// leave free is published again in another order, by chance. A worse pattern is taken now and then, ever more
// seldom. Schrimpf, Schneider, Stamm-Wilbrandt, Dueck (2000), "Record breaking optimization results using the
// ruin and recreate principle", Journal of Computational Physics 159, 139-171.
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

class SparseWalk {
 public:
  // Begins with what greed alone publishes.
  SparseWalk(const CutSystem& system, const Elimination& elimination, std::uint64_t number);

  // In shares of the first pattern's cost.
  struct Course {
    double price_of_lack = 0;  // per side that is not met
    // A pattern that is worse by this is taken with a chance of 1/e, at first and at last.
    double first_heat = 0;
    double last_heat = 0;
  };
  // From the best pattern so far, until the rounds are over or the limit is.
  void walk(const Course& course, std::size_t rounds, const Limit& limit, const Run& run);

  // By cost, and the price of what it lacks on the last course.
  double least() const { return least_; }
  Pattern best() const;

 private:
  std::vector<std::size_t> columns(bool published) const;
  // Some of the published columns: any, or those of cells that hang together.
  std::vector<std::size_t> columns_to_open();
  void take(const std::vector<std::size_t>& opened);
  // Another cell takes a column, so that others are opened with it the next time.
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
