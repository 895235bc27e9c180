// Deviations around a cycle of cells, found without a linear program. In a table of two dimensions each cell
// is in two relations, and what one cell gains the next one in the same relation loses.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tables/audit/attack_system.hpp"

namespace sfumato::tables {

struct Deviation {
  std::size_t place = 0;
  double amount = 0;  // not 0, in units
};

// With a deviation every multiple of it that keeps the bounds is possible, and of its opposite (`sign` −1):
// the largest one, an integer where a cell of it is.
double largest_multiple(const AttackPart& part, std::span<const double> lower, std::span<const double> upper,
                        std::span<const Deviation> deviation, double sign);

// Uses cells of at most two relations, with coefficients 1 and -1. A cell of one relation may move freely:
// its other end is the ground node.
class CycleSearch {
 public:
  // All must outlive the search. The bounds are the part's own, or those of an insider, and may change.
  CycleSearch(const AttackPart& part, const std::vector<double>& lower, const std::vector<double>& upper);

  // The wanted deviation first, then others by the same amount, avoiding all marked cells; empty where there
  // is no such cycle, which does not prove that there is no deviation.
  std::vector<Deviation> find(const Deviation& wanted, std::span<const std::uint8_t> marked);

  // Moves the cell to that side (1 up, -1 down) by one cycle after another, up to the limit or as far as
  // cycles reach. Returns all cells moved, the cell itself first. An infinite amount: unbounded.
  std::vector<Deviation> push(std::size_t place, int side, double limit, double precision);

 private:
  struct End {
    std::size_t row = 0;  // the ground comes after the last row
    int sign = 0;
  };
  // A row with imbalance amount times `sign`, and the step that led to it.
  struct State {
    std::uint64_t seen = 0, near = 0;  // the number of the search
    std::size_t before = 0, cell = 0, last_cell = 0;
    int direction = 0, last_direction = 0;
  };

  double room(std::size_t cell, int direction) const {
    return direction > 0 ? upper_[cell] - moved_[cell] : moved_[cell] - lower_[cell];
  }
  std::size_t state_of(std::size_t row, int sign) const { return 2 * row + (sign > 0 ? 1 : 0); }
  bool usable(std::size_t cell, int direction, const Deviation& wanted,
              std::span<const std::uint8_t> marked) const;
  template <class Body>
  void for_cells(std::size_t row, const Body& body) const;
  double push_around_rectangles(const Deviation& wanted, double limit, std::vector<std::size_t>& order);
  double push_along(std::span<const std::size_t> cells, std::span<const int> directions, double most,
                    std::vector<std::size_t>& order);
  void mark_last_steps(const Deviation& wanted, std::span<const std::uint8_t> marked);
  bool reach(std::size_t state, std::size_t before, std::size_t cell, int direction);
  std::vector<Deviation> cycle(std::size_t state, const Deviation& wanted) const;

  const AttackPart& part_;
  const std::vector<double>&lower_, &upper_;
  std::vector<double> moved_;  // by the cycles so far
  std::vector<std::uint8_t> no_marks_;
  std::vector<std::array<End, 2>> ends_;  // sign 0: unused
  std::vector<std::size_t> grounded_;     // cells of one relation
  std::vector<State> states_;
  std::vector<std::size_t> queue_;
  std::uint64_t search_ = 0;
  bool closable_ = false;  // some last step exists
};

}  // namespace sfumato::tables
