// The cheapest hypercube through a cell of one subtable: two codes on every axis, and the cells where they
// cross. If its corners move up and down alternately, every sum is kept: a cell with such a cube around it
// can move.
#pragma once

#include <optional>
#include <vector>

#include "tables/suppression/problem.hpp"
#include "tables/suppression/subtable.hpp"

namespace sfumato::tables {

// How far a cell must be able to move, and how far both ways together.
struct Room {
  double down = 0;
  double up = 0;
  double width = 0;
};

struct Corner {
  std::size_t cell = 0;
  bool along = true;  // moves in the direction of the first corner; otherwise in the opposite direction
};

struct Hypercube {
  std::vector<Corner> corners;  // first the cell that it protects
  double down = 0;              // how far that cell can move with it
  double up = 0;
};

class HypercubeSearch {
 public:
  // All must outlive the search. Cells that are not in `pattern` yet cost `weight`.
  HypercubeSearch(const SuppressionProblem& problem, const Subtables& subtables, const Pattern& pattern,
                  const std::vector<double>& weight);

  // The cube of least weight that gives the cell this room; among equals, the one that adds the fewest cells,
  // then the first one. `known` marks cells that must not be corners, `moved` is how far each cell has moved
  // already. Empty where there is no such cube.
  std::optional<Hypercube> find(const SubtablePlace& place, const Room& room,
                                const std::vector<std::uint8_t>& known, const std::vector<double>& moved);

 private:
  // One other code on an axis, by the cell next to the first one along that axis.
  struct Candidate {
    std::size_t shift = 0;  // from the first code to this one in the grid, modulo 2⁶⁴
    bool turns = true;      // both codes are parts of the sum: they move in opposite directions
    double weight = 0;
    std::size_t added = 0;
  };
  struct Front {  // of the corners so far
    double weight = 0;
    std::size_t added = 0;
    double down = 0;
    double up = 0;
  };

  bool usable(std::size_t position) const;
  bool has_room(const Front& front) const;
  bool better(double weight, std::size_t added) const;
  void take(Front& front, std::size_t position, bool along) const;
  bool list_candidates(const SubtablePlace& place);
  void choose(std::size_t axis, const Front& front);

  const SuppressionProblem& problem_;
  const Subtables& subtables_;
  const Pattern& pattern_;
  const std::vector<double>& weight_;
  // Of the current search.
  const std::vector<std::size_t>* grid_ = nullptr;
  const std::vector<std::uint8_t>* known_ = nullptr;
  const std::vector<double>* moved_ = nullptr;
  Room room_;
  std::vector<std::vector<Candidate>> candidates_;  // per axis, lightest first
  std::vector<double> least_weight_;  // of the cells next to the first along this axis and all later
  std::vector<std::pair<std::size_t, bool>> corners_;  // positions, and whether they move along
  std::optional<Hypercube> best_;
  double best_weight_ = 0;
  std::size_t best_added_ = 0;
};

}  // namespace sfumato::tables
