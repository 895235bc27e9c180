// Tables with sensitive cells, and properties of every pattern, for tests of the heuristics.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tables/audit/audit.hpp"
#include "tables/filled_table.hpp"
#include "tables/suppression/problem.hpp"

namespace sfumato::testing {

struct Sensitive {
  double share = 0.15;        // of the cells
  double zeros = 0;           // share of the leaves
  std::int64_t percent = 20;  // levels up to this share of the value
  std::uint64_t largest = 100;
  bool negative = false;
  bool counts = false;
};

inline void mark_sensitive(tables::CellTable& table, Rng& rng, const Sensitive& options) {
  for (tables::Cell& cell : table.cells) {
    cell.cost = magnitude(cell.value);
    if (cell.value.is_zero() || !rng.chance(options.share)) continue;
    const auto level = [&] {
      const auto percent =
          static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(options.percent) + 1));
      return magnitude(cell.value) * tables::Decimal(percent, 2);
    };
    cell.status = tables::CellStatus::primary;
    cell.lower_level = level();
    cell.upper_level = level();
    if (rng.chance(0.3)) cell.sliding_level = cell.lower_level + cell.upper_level + level();
  }
}

inline tables::CellTable sensitive_table(Rng& rng, const std::vector<tables::Dimension>& dimensions,
                                         const Sensitive& options = {}) {
  tables::CellTable table = filled_table(dimensions, options.counts, [&] {
    if (rng.chance(options.zeros)) return tables::Decimal();
    const auto value = 1 + static_cast<std::int64_t>(rng.below(options.largest));
    return tables::Decimal::whole(options.negative && rng.chance(0.3) ? -value : value);
  });
  if (options.negative) {
    for (tables::Cell& cell : table.cells) cell.lower.reset();
  }
  mark_sensitive(table, rng, options);
  return table;
}

// The table of the hand-made examples, rows and columns with their totals first:
//   190 | 45 101 44
//    80 | 20  50 10
//    49 |  8  19 22
//    61 | 17  32 12
// Cell 4 · row + column; costs are the values.
inline tables::CellTable example_table(bool counts = false) {
  const std::vector<std::int64_t> leaves = {20, 50, 10, 8, 19, 22, 17, 32, 12};
  std::size_t next = 0;
  tables::CellTable table = filled_table({flat_dimension("row", 3), flat_dimension("column", 3)}, counts,
                                         [&] { return tables::Decimal::whole(leaves[next++]); });
  for (tables::Cell& cell : table.cells) cell.cost = cell.value;
  return table;
}

inline void make_primary(tables::CellTable& table, std::size_t cell, std::int64_t level) {
  table.cells[cell].status = tables::CellStatus::primary;
  table.cells[cell].lower_level = table.cells[cell].upper_level = tables::Decimal::whole(level);
}

inline std::set<std::size_t> secondary_cells(const tables::SuppressionProblem& problem,
                                             const tables::Pattern& pattern) {
  std::set<std::size_t> cells;
  for (std::size_t cell = 0; cell < problem.cells(); ++cell) {
    if (pattern[cell] && problem.choice[cell] == tables::Choice::open) cells.insert(cell);
  }
  return cells;
}

inline void expect_choices_kept(const tables::SuppressionProblem& problem, const tables::Pattern& pattern) {
  ASSERT_EQ(pattern.size(), problem.cells());
  for (std::size_t cell = 0; cell < problem.cells(); ++cell) {
    EXPECT_FALSE(pattern[cell] && problem.choice[cell] == tables::Choice::published) << cell;
    EXPECT_FALSE(!pattern[cell] && problem.choice[cell] == tables::Choice::hidden) << cell;
  }
}

// The sensitive cells that are unsafe against an outsider.
inline std::set<std::size_t> unsafe_cells(const tables::CellTable& table, const tables::Pattern& pattern) {
  const Run run({.seed = 1});
  const tables::Audit audited = tables::audit(tables::with_pattern(table, pattern), {.insiders = false}, run);
  std::set<std::size_t> cells;
  for (const tables::AuditedCell& cell : audited.cells) {
    if (!cell.safe) cells.insert(cell.cell);
  }
  return cells;
}

}  // namespace sfumato::testing
