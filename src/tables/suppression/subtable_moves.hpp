// How a cell moves within one subtable at the least cost. In a network by shortest paths; elsewhere by a cube
// of suppressed cells, which costs nothing, or else by a linear program, over a few codes of each axis if the
// subtable is large.
#pragma once

#include <optional>
#include <vector>

#include "tables/suppression/hypercube_search.hpp"
#include "tables/suppression/incremental_deviation.hpp"
#include "tables/suppression/network_graph.hpp"
#include "tables/suppression/network_paths.hpp"
#include "tables/suppression/subtable.hpp"

namespace sfumato::tables {

// The codes used on each axis, ascending by position in the axis's sum; 0 is the total.
using AxisCodes = std::vector<std::vector<std::size_t>>;

// One subtable: its cells in a grid, one total on every axis.
class SubtableGrid {
 public:
  SubtableGrid() = default;
  // The subtable that has this place.
  SubtableGrid(const Subtables& subtables, const SubtablePlace& place);

  const std::vector<std::size_t>& cells() const { return cells_; }  // of the table
  // The position of a cell of the table among the cells; it must be in the subtable.
  std::size_t among(std::size_t cell) const;
  std::size_t axes() const { return lengths_.size(); }
  AxisCodes all_codes() const;
  // The position on an axis of the cell, given by its index in cells().
  std::size_t code_of(std::size_t place, std::size_t axis) const;
  // The index of the cell that differs on one axis; or no_cell.
  std::size_t beside(std::size_t place, std::size_t axis, std::size_t code) const;
  SubtablePlace place_of(const Subtables& subtables, std::size_t place) const;

  // The indices of the cells with these codes.
  std::vector<std::size_t> with_codes(const AxisCodes& codes) const;
  // The problem of those cells only, all others fixed; without demands. `pattern` is hidden.
  SuppressionProblem problem(const SuppressionProblem& table, const Pattern& pattern,
                             const AxisCodes& codes) const;

 private:
  std::vector<std::size_t> positions(const AxisCodes& codes) const;

  std::vector<std::size_t> cells_;
  std::vector<std::size_t> by_cell_;  // places, in the order of the table's cells
  std::vector<std::size_t> at_;       // by position in the grid, the last axis running fastest; or no_cell
  std::vector<std::size_t> where_;    // the cells' positions
  std::vector<std::size_t> lengths_, strides_;
  SubtablePlace first_;  // of position 0
};

// A table in which no attacker knows a cell and no cell has moved.
struct StillTable {
  explicit StillTable(std::size_t cells) : known(cells, 0), moved(cells, 0) {}
  std::vector<std::uint8_t> known;
  std::vector<double> moved;
};

// Cells are indices in the subtable.
class SubtableMoves {
 public:
  // All must outlive this object.
  SubtableMoves(const SuppressionProblem& table, const Subtables& subtables, const SubtableGrid& grid,
                const StillTable& still, Pattern pattern);
  SubtableMoves(const SubtableMoves&) = delete;
  SubtableMoves& operator=(const SubtableMoves&) = delete;

  const SuppressionProblem& problem() const { return problem_; }
  // Empty if the cell cannot move so far. The cells found are not suppressed yet.
  std::optional<Deviation> cheapest(std::size_t place, double amount);
  void hide(std::size_t place);

 private:
  std::optional<Deviation> cube(std::size_t place, double amount);
  std::optional<Deviation> by_program(std::size_t place, double amount, const AxisCodes& codes) const;
  AxisCodes promising(std::size_t place, std::size_t most, const std::optional<Deviation>& known) const;
  double cost_of(const std::optional<Deviation>& deviation) const;

  const SuppressionProblem& table_;
  const Subtables& subtables_;
  const SubtableGrid& grid_;
  const StillTable& still_;
  Pattern pattern_;  // of the table
  SuppressionProblem problem_;
  std::optional<NetworkGraph> graph_;
  std::optional<NetworkPaths> paths_;
  HypercubeSearch cubes_;
};

}  // namespace sfumato::tables
