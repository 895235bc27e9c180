// Random tables with sensitive cells, and attackers who try to break a pattern, for tests of suppression.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/rng.hpp"
#include "support/random_cell_table.hpp"
#include "tables/cell_table.hpp"
#include "tables/plain_attacker.hpp"
#include "tables/suppression/problem.hpp"

namespace sfumato::testing {

// Sensitive cells at random, with levels of up to a third of the value, some cells that must be published,
// and some with a sliding level instead.
inline void make_sensitive(tables::CellTable& table, Rng& rng, double share) {
  using namespace tables;
  for (Cell& cell : table.cells) {
    cell.status = rng.chance(0.05) ? CellStatus::kept : CellStatus::safe;
    if (cell.value.is_zero() || !rng.chance(share)) continue;
    cell.status = CellStatus::primary;
    const double size = std::abs(cell.value.number());
    const auto level = [&] { return Decimal::of_number(size * rng.uniform() / 3, 3).value(); };
    if (rng.chance(0.15)) {
      cell.sliding_level = level();
    } else if (rng.chance(0.9)) {
      cell.upper_level = level();
      cell.lower_level = level();
    }
  }
}

inline bool reaches(const tables::CellTable& table, std::size_t index, const tables::Interval& interval) {
  const tables::Cell& cell = table.cells[index];
  const double slack = 1e-5 * std::max(1.0, std::abs(cell.value.number()));
  const double need_lower = (cell.value - cell.lower_level).number();
  const double need_upper = (cell.value + cell.upper_level).number();
  if (interval.lower && *interval.lower > need_lower + slack) return false;
  if (interval.upper && *interval.upper < need_upper - slack) return false;
  if (!interval.lower || !interval.upper) return true;
  const double width = *interval.upper - *interval.lower;
  return width > 1e-6 && width >= cell.sliding_level.number() - slack;
}

// The sensitive cells that are unsafe against this attacker, which is independent of the audit.
inline std::vector<std::size_t> broken_cells(const tables::CellTable& table,
                                             const std::vector<std::size_t>& known = {}) {
  std::vector<std::size_t> broken;
  PlainAttacker attacker(table, known);
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    if (table.cells[cell].status != tables::CellStatus::primary) continue;
    if (std::find(known.begin(), known.end(), cell) != known.end()) continue;
    if (!reaches(table, cell, attacker.interval(cell))) broken.push_back(cell);
  }
  return broken;
}

// The cells that each single contributor of suppressed cells knows.
inline std::map<std::int64_t, std::vector<std::size_t>> lone_contributors(const tables::CellTable& table) {
  std::map<std::int64_t, std::vector<std::size_t>> known;
  for (std::size_t cell = 0; cell < table.contributors.size(); ++cell) {
    const tables::Contributors& behind = table.contributors[cell];
    if (behind.frequency == 1 && table.cells[cell].suppressed()) {
      known[behind.largest.at(0).contributor].push_back(cell);
    }
  }
  return known;
}

}  // namespace sfumato::testing
