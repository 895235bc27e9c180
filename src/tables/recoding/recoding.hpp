// Recoding of a table: the lowest levels of its dimensions are left out until no cell that is left is
// sensitive. Nothing is hidden or changed; the table is coarser.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tables/cell_table.hpp"
#include "tables/rules/rules.hpp"

namespace sfumato::tables {

// What each lost cell counts: 1, or what suppressing it would cost.
enum class RecodingLoss : std::uint8_t { cells, cost };

struct RecodingOptions {
  RuleOptions rules;  // without any, the primary cells of the table are the sensitive ones
  RecodingLoss loss = RecodingLoss::cells;
  // Up to this many combinations of levels all are looked at; beyond, levels are given up one after the other
  // and taken back where they can be.
  std::size_t most_combinations = 1'000'000;
};

struct Recoding {
  CellTable table;
  std::vector<std::size_t> levels;       // of each dimension, that are left below its total
  std::vector<std::size_t> levels_were;  // in the original
  bool attained = false;                 // no sensitive cell is left
  bool optimal = false;                  // no other levels without a sensitive cell lose less
  std::size_t lost_cells = 0;
  double lost_cost = 0;
  std::size_t sensitive = 0;                // cells of the original
  std::vector<std::size_t> sensitive_left;  // cells of `table`, where even the totals alone are sensitive
  std::vector<std::string> notes;
};

// The level of each code: 0 for the total, 1 for what it is a sum of, and so on; the lowest number where
// several hierarchies lead to a code.
std::vector<std::size_t> code_levels(const Dimension& dimension);

// Levels at which the dimension can end, ascending from 0: its lowest codes must then share no leaf, or the
// difference of two codes would tell about what is left out.
std::vector<std::size_t> ends_of(const Dimension& dimension);

// The table without the codes below these levels, one for each dimension: their cells, and relations that
// have such a cell. All that is known about other cells stays.
CellTable cut_levels(const CellTable& table, const std::vector<std::size_t>& levels);

// Among all levels without a sensitive cell those that lose least; ties keep more levels of the earlier
// dimension. That a cell is sensitive does not depend on others, so rules are applied once; a cell that
// equals a sensitive one, as the sum of that cell alone, is sensitive too. What is published adds up from its
// lowest codes, which no cell that is left out can be worked out from. A cell that was secondary is published
// again.
Recoding recode(const CellTable& table, const RecodingOptions& options);

}  // namespace sfumato::tables
