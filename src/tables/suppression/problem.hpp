// The suppression problem in flat arrays: which cells may be suppressed, their costs, the required
// protection, and the relations. Every algorithm reads this type, so that all solve the same problem.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tables/audit/audit.hpp"
#include "tables/cell_table.hpp"
#include "tables/tabulation/specification.hpp"

namespace sfumato::tables {

// open: the algorithm decides. Primary cells and secondary ones of a file are `hidden`; kept cells, and zeros
// without contributors (an attacker knows those), are `published`.
enum class Choice : std::uint8_t { published, open, hidden };

// For one attacker: the cell must be able to lie `down` below and `up` above its value, with at least `width`
// between the two ends; numbers in the table's own unit, not negative.
struct Demand {
  std::size_t cell = 0;
  double down = 0;
  double up = 0;
  double width = 0;
  std::size_t attacker = 0;
};

// 1: suppressed.
using Pattern = std::vector<std::uint8_t>;

struct SuppressionProblem {
  std::vector<double> cost;       // not negative; 0 for hidden cells
  std::vector<double> room_down;  // value − the attacker's prior lower bound; may be infinite
  std::vector<double> room_up;    // upper bound − value; may be infinite
  std::vector<Choice> choice;
  // Relations over all cells in deviations from the true values (right sides 0), row by row and column by
  // column. Equal rows are stored once.
  std::vector<std::size_t> row_starts{0};
  std::vector<std::size_t> row_cells;
  std::vector<double> row_coefficients;
  std::vector<std::size_t> column_starts{0};
  std::vector<std::size_t> column_rows;
  std::vector<double> column_coefficients;
  // Cells that each attacker knows in addition to the published ones; the first attacker, the outsider, knows
  // none.
  std::vector<std::vector<std::size_t>> attackers{{}};
  std::vector<Demand> demands;

  std::size_t cells() const { return cost.size(); }
  std::size_t rows() const { return row_starts.size() - 1; }
  double cost_of(const Pattern& pattern) const;
  // Only the hidden cells.
  Pattern least() const;
  // All cells that are not published.
  Pattern most() const;
};

struct ProblemOptions {
  std::optional<CellCost> cost = std::nullopt;  // instead of the table's own costs
  std::optional<double> prior_percent = std::nullopt;
  bool hide_zeros = false;  // empty cells may be suppressed, too
  // Differences of margins and cells that rules protect are cells of the problem, after those of the table;
  // else the cells have demands that allow the margin to have more outside them.
  bool outside = true;
};

// The outsider's demands: one for each primary cell, its levels and sliding level; a primary cell without any
// level must not be known exactly (a demand of the last decimal's unit upwards or downwards, as there is
// room). Where rules protect differences of margins and cells, each is one more cell, always suppressed, with
// its own demand; counts of 0 that are not structural zeros may then be suppressed, at a cost of 1 or more.
SuppressionProblem make_problem(const CellTable& table, const ProblemOptions& options);

// A demand against an insider that an audit found: added to the problem, once.
void add_insider(SuppressionProblem& problem, const CellTable& table, const AuditedCell& shown);

// The table with the pattern as statuses: primary cells stay primary, other suppressed cells are secondary,
// and formerly secondary cells that are published now are safe.
CellTable with_pattern(CellTable table, const Pattern& pattern);

}  // namespace sfumato::tables
