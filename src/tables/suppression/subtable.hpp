// The subtables of a table: one sum of every dimension, crossed, so that each has one total on every axis and
// no hierarchy. Algorithms for simple tables iterate over these.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "tables/cell_table.hpp"

namespace sfumato::tables {

inline constexpr std::size_t no_cell = std::numeric_limits<std::size_t>::max();

// The position of a code in one of its dimension's sums; the parent is at 0.
struct SumPlace {
  std::size_t sum = 0;
  std::size_t position = 0;
};

// One dimension of a view that has sums.
struct SubtableAxis {
  std::size_t dimension = 0;
  std::size_t stride = 0;                      // in the grid, from one code to the next
  std::vector<std::vector<std::size_t>> sums;  // per sum its codes, the parent first
  std::vector<std::vector<SumPlace>> places;   // per code
};

// A view's cells by the codes of its dimensions, the last running fastest; `no_cell` where the table has
// none.
struct SubtableView {
  std::vector<std::size_t> cells;
  std::vector<SubtableAxis> axes;
};

// A cell as one subtable sees it: its place on every axis of the view.
struct SubtablePlace {
  std::size_t view = 0;
  std::size_t position = 0;  // in the view's grid
  std::vector<SumPlace> axes;
  std::uint64_t subtable = 0;  // the same number for all cells of the same subtable
};

class Subtables {
 public:
  // Empty for a table without dimensions, or one whose grids are too large.
  static std::optional<Subtables> of(const CellTable& table);

  const SubtableView& view(std::size_t index) const { return views_[index]; }
  std::size_t views() const { return views_.size(); }
  // Every subtable of the cell, in a fixed order; none for a cell without relations.
  std::vector<SubtablePlace> places_of(std::size_t cell) const;
  // How many.
  std::size_t count_of(std::size_t cell) const;

 private:
  Subtables() = default;
  void find_cells(const CellTable& table);
  std::size_t code(std::size_t cell, const SubtableAxis& axis) const {
    return coordinates_[cell * dimensions_ + axis.dimension];
  }

  std::vector<SubtableView> views_;
  std::vector<std::uint64_t> first_numbers_;  // of each view's subtables
  std::vector<std::size_t> positions_;        // per cell and view, or no_cell
  std::size_t dimensions_ = 0;                // and the response: coordinates of each cell
  std::vector<std::uint32_t> coordinates_;
};

}  // namespace sfumato::tables
