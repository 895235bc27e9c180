// How a cell moves within one subtable at the least cost. A network has ways for it; elsewhere a cube of
// suppressed cells costs nothing, and only where there is none a linear program is asked, of a few codes of
// each axis if the subtable is large.
#pragma once

#include <optional>
#include <vector>

#include "tables/suppression/hypercube_search.hpp"
#include "tables/suppression/incremental_deviation.hpp"
#include "tables/suppression/network_graph.hpp"
#include "tables/suppression/network_ways.hpp"
#include "tables/suppression/subtable.hpp"

namespace sfumato::tables {

// The codes of each axis that are looked at, ascending by their positions in the axis's sum; 0 is the total.
using AxisCodes = std::vector<std::vector<std::size_t>>;

// One subtable: its cells in a grid, one total on every axis.
class SubtableGrid {
 public:
  SubtableGrid() = default;
  // The one that has this place.
  SubtableGrid(const Subtables& subtables, const SubtablePlace& place);

  const std::vector<std::size_t>& cells() const { return cells_; }  // of the table
  // Where a cell of the table, which must be here, stands among the cells.
  std::size_t among(std::size_t cell) const;
  std::size_t axes() const { return lengths_.size(); }
  AxisCodes all_codes() const;
  // Where the cell, counted among the cells, stands on an axis.
  std::size_t code_of(std::size_t place, std::size_t axis) const;
  // The cell, counted among the cells, that differs on one axis; or no_cell.
  std::size_t beside(std::size_t place, std::size_t axis, std::size_t code) const;
  SubtablePlace place_of(const Subtables& subtables, std::size_t place) const;

  // Those with these codes, counted among the cells.
  std::vector<std::size_t> with_codes(const AxisCodes& codes) const;
  // The problem of those cells alone, as if all others stood still; without demands. `pattern` is hidden.
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

// A table in which nobody knows a cell and no cell has moved.
struct StillTable {
  explicit StillTable(std::size_t cells) : known(cells, 0), moved(cells, 0) {}
  std::vector<std::uint8_t> known;
  std::vector<double> moved;
};

// Cells are counted among those of the subtable.
class SubtableMoves {
 public:
  // All must outlive the moves.
  SubtableMoves(const SuppressionProblem& table, const Subtables& subtables, const SubtableGrid& grid,
                const StillTable& still, Pattern pattern);
  SubtableMoves(const SubtableMoves&) = delete;
  SubtableMoves& operator=(const SubtableMoves&) = delete;

  const SuppressionProblem& problem() const { return problem_; }
  // Nothing if the cell cannot move so far. What is found is not hidden yet.
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
  std::optional<NetworkWays> ways_;
  HypercubeSearch cubes_;
};

}  // namespace sfumato::tables
