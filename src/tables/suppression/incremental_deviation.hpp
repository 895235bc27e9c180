// The cheapest way to move one cell by a given amount without breaking a relation, as a linear program. Cells
// that move with it must be suppressed; cells suppressed already cost nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "optimize/solver.hpp"
#include "tables/suppression/problem.hpp"

namespace sfumato::tables {

// Cells that move, ascending, and by how much, in the table's own unit. Its opposite is a deviation as well,
// and so is every multiple, as long as all cells have room.
struct Deviation {
  std::vector<std::size_t> cells;
  std::vector<double> amounts;
};

class DeviationProgram {
 public:
  // Cells outside `movable` stay where they are, as published ones always do. The problem must outlive the
  // program; its demands and attackers may change. Its work counts for the limit, which does not end it.
  DeviationProgram(const SuppressionProblem& problem, const Pattern& movable,
                   const optimize::Limit& limit = {});

  void make_free(std::size_t cell);
  void hold(std::size_t cell);
  void release(std::size_t cell);

  // Minimizes Σ weight·|deviation|; empty if the cell cannot move so far. The weight of a cell that cannot
  // move by `amount` is its cost divided by how far it can, so that many small cells do not look cheap.
  std::optional<Deviation> cheapest(std::size_t cell, double amount, std::size_t attacker);

  // How far the cell can move at most, at any cost, upwards (sign 1) or downwards (−1).
  double farthest(std::size_t cell, int sign, std::size_t attacker) const;

 private:
  struct Column {
    double room = 0;    // in units
    double weight = 0;  // as the solver has it
  };
  void set_room(std::size_t column, bool closed);
  void set_weights(double size);
  void become(std::size_t attacker);
  optimize::Model model() const;
  Deviation deviation_of(const std::vector<double>& values, double size) const;

  const SuppressionProblem& problem_;
  optimize::Limit counted_;
  double unit_ = 1;                 // the smallest amount that is demanded of any cell
  std::vector<std::size_t> cells_;  // that have columns: 2·i upwards, 2·i + 1 downwards
  std::vector<std::size_t> place_;  // of each cell among them; cells() where it has none
  std::vector<double> price_;       // by place
  std::vector<Column> columns_;
  std::vector<std::uint8_t> held_;  // by place: how many times it was held
  std::size_t attacker_ = 0;
  std::optional<optimize::Solver> solver_;
};

// All cells that move are suppressed.
bool is_suppressed(const Pattern& pattern, const Deviation& deviation);

// How far each cell is known to move, by deviations of suppressed cells only: they stay valid while the
// pattern grows.
class SeenDeviations {
 public:
  explicit SeenDeviations(const SuppressionProblem& problem);
  void learn(const Deviation& deviation);
  bool reaches(std::size_t cell, double amount) const;  // downwards where it is negative
  double up(std::size_t cell) const { return up_[cell]; }
  double down(std::size_t cell) const { return down_[cell]; }
  // Which of the stored deviations, counted from 0, moves the cell farthest to that side.
  std::size_t source(std::size_t cell, double amount) const {
    return amount > 0 ? up_source_[cell] : down_source_[cell];
  }

 private:
  const SuppressionProblem& problem_;
  std::vector<double> up_, down_;
  std::vector<std::size_t> up_source_, down_source_;
  std::size_t learnt_ = 0;
};

}  // namespace sfumato::tables
