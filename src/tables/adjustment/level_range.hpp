// The range from which adjustment draws the level of each sensitive cell, in percent of the required level.
// With a single level an attacker who knows the rule computes the true value up to the direction.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "tables/cell_table.hpp"

namespace sfumato::tables {

struct LevelRange {
  Decimal low = Decimal::whole(100);  // at least 100: never less than what is required
  Decimal high = Decimal::whole(100);

  bool single() const { return low == high; }
  bool required_only() const { return single() && low == Decimal::whole(100); }
  std::string text() const;  // "100 %", "100 to 150 %"
};

// "100" or "100:150"; anything else is an error of the parameter ‹levels›.
LevelRange parse_level_range(const std::string& typed);

// One percentage for each sensitive cell, in the order of the cells: uniform in steps of a millionth of the
// range, from the secure generator of the run.
std::vector<Decimal> drawn_percentages(const CellTable& table, const LevelRange& range, const Run& run);

// The table with the levels of its sensitive cells multiplied by these percentages, rounded up.
CellTable with_drawn_levels(const CellTable& table, const std::vector<Decimal>& percentages);

}  // namespace sfumato::tables
