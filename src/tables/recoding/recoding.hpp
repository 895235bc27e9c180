// Recoding of a table: the lowest levels of its dimensions are removed until no remaining cell is sensitive.
// No cell is suppressed or changed; the table is coarser.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tables/cell_table.hpp"
#include "tables/rules/rules.hpp"

namespace sfumato::tables {

// The weight of a lost cell: 1, or its cost of suppression.
enum class RecodingLoss : std::uint8_t { cells, cost };

struct RecodingOptions {
  RuleOptions rules;  // without rules, the primary cells of the table are the sensitive ones
  RecodingLoss loss = RecodingLoss::cells;
  // Up to this many combinations of levels all are checked; above, levels are removed one after the other and
  // restored where possible.
  std::size_t most_combinations = 1'000'000;
};

struct Recoding {
  CellTable table;
  std::vector<std::size_t> levels;           // of each dimension, that are left below its total
  std::vector<std::size_t> original_levels;  // in the original
  bool attained = false;                     // no sensitive cell is left
  bool optimal = false;                      // no other levels without a sensitive cell lose less
  std::size_t lost_cells = 0;
  double lost_cost = 0;
  std::size_t sensitive = 0;                // cells of the original
  std::vector<std::size_t> sensitive_left;  // cells of `table`, where even the totals alone are sensitive
  std::vector<std::string> notes;
};

// The level of each code: 0 for the total, 1 for its parts, and so on; the lowest number where several
// hierarchies have the code.
std::vector<std::size_t> code_levels(const Dimension& dimension);

// Levels at which the dimension can end, ascending from 0: its lowest codes must then share no leaf, or the
// difference of two codes would reveal what was removed.
std::vector<std::size_t> ends_of(const Dimension& dimension);

// The table without the codes below these levels, one for each dimension: their cells, and relations that
// have such a cell. The other cells keep all their data.
CellTable cut_levels(const CellTable& table, const std::vector<std::size_t>& levels);

// Among all levels without a sensitive cell those with the least loss; ties keep more levels of the earlier
// dimension. Sensitivity does not depend on other cells, so rules are applied once; a cell that equals a
// sensitive one, as the sum of that cell alone, is sensitive too. The published cells are sums of the lowest
// codes left, from which no removed cell can be computed. A cell that was secondary is published again.
Recoding recode(const CellTable& table, const RecodingOptions& options);

}  // namespace sfumato::tables
