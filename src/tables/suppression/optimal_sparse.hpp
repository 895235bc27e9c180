// Patterns by degrees of freedom: every cell that is published takes one away, until the next would give a
// sensitive cell away. Where there are few of them this finds in moments what linear programs miss.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/rng.hpp"
#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/cut_elimination.hpp"
#include "tables/suppression/cut_system.hpp"

namespace sfumato::tables {

// Looks at what can move, not at how far: whoever uses a pattern must check its levels and its insiders.
class SparseSearch {
 public:
  SparseSearch(const CutSystem& system, const Elimination& elimination);

  // Small enough for `look`.
  bool usable() const;
  // Cells to publish one after another for a cheap pattern: chosen greedily, with chance from several starts,
  // then again and again with some of the best ones' cells open anew, as long as there is time.
  std::vector<std::size_t> look(Clock::time_point deadline, const Run& run);
  // The pattern of the system's cells once these are published, and with them all that then cannot move.
  Pattern pattern_without(std::span<const std::size_t> published);

 private:
  struct Attempt {
    std::vector<std::size_t> published;  // in this order; those that follow from them are not listed
    double cost = 0;
  };

  Attempt attempt(const std::vector<std::size_t>& first, double noise, Rng& rng);
  void publish_all(std::span<const std::size_t> cells, std::vector<std::size_t>& published);
  Pattern what_moves() const;
  bool gives_away(std::size_t cell) const;
  void publish(std::size_t cell);
  // The cell whose publication saves most, with all that then follow; size() where none may be published.
  std::size_t most_saving(double noise, Rng& rng) const;
  bool moves(std::size_t cell) const;
  std::size_t pivot_of(std::size_t cell) const;
  double* row(std::size_t cell) { return now_.data() + cell * freedom_; }
  const double* row(std::size_t cell) const { return now_.data() + cell * freedom_; }

  const CutSystem& system_;
  std::size_t freedom_ = 0;
  std::vector<double> combinations_;  // cell by cell, by free cells
  std::vector<std::size_t> demanded_;
  std::vector<std::uint8_t> is_demanded_;
  std::vector<double> now_;  // `combinations_` within what the published cells leave
  std::size_t left_ = 0;     // its columns that are left
};

}  // namespace sfumato::tables
