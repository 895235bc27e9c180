// The suppression problem as branch and cut sees it: only the cells that can move and are connected with a
// demand, and the demands one side at a time. All other cells are published.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tables/suppression/problem.hpp"

namespace sfumato::tables {

// One side of a demand, or its width: how far the deviation of the cell must reach upwards, downwards, or
// both ways together.
struct DemandSide {
  std::size_t cell = 0;  // a position in the system
  std::size_t attacker = 0;
  bool up = false;
  bool down = false;
  double level = 0;
};

struct CutSystem {
  struct Term {
    std::size_t index = 0;  // of a cell in a row, of a row in a column
    double coefficient = 0;
  };

  // Per cell its positions in the problem: several where these deviate in proportion, so that they are
  // suppressed together or not at all.
  std::vector<std::vector<std::size_t>> members;
  std::vector<double> cost, room_down, room_up;
  std::vector<std::uint8_t> hidden;
  std::vector<std::size_t> row_starts{0}, column_starts{0};
  std::vector<Term> row_terms, column_terms;
  std::vector<std::vector<std::size_t>> known;  // per attacker, positions in the system
  std::vector<DemandSide> sides;
  bool unreachable = false;  // some demand is on a cell that cannot move

  explicit CutSystem(const SuppressionProblem& problem);

  std::size_t size() const { return members.size(); }
  std::size_t rows() const { return row_starts.size() - 1; }
  std::span<const Term> row(std::size_t position) const;
  std::span<const Term> column(std::size_t position) const;

  // Equal rows are used once.
  void set_rows(const std::vector<std::vector<Term>>& rows);
  // A cell with a demand is always suppressed.
  void hide_demanded();

  // The part of a pattern that is in the system, and a whole pattern from such a part.
  Pattern part_of(const Pattern& pattern) const;
  Pattern whole_of(const Pattern& part, const SuppressionProblem& problem) const;
  double cost_of(const Pattern& part) const;

 private:
  void take_cells(const SuppressionProblem& problem, const std::vector<std::uint8_t>& kept);
  void take_sides(const SuppressionProblem& problem, const std::vector<std::size_t>& position);
};

}  // namespace sfumato::tables
