// Controlled tabular adjustment: the closest additive table in which every sensitive cell is changed by at
// least its protection level, upwards or downwards. Dandekar and Cox (2002); Castro (2006), "Minimum-distance
// controlled perturbation methods for large-scale tabular data protection", European J. of Operational
// Research 171.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "optimize/limit.hpp"
#include "tables/adjustment/level_range.hpp"
#include "tables/cell_table.hpp"
#include "tables/protected_values.hpp"

namespace sfumato::tables {

struct AdjustmentOptions {
  DistanceWeight weight = DistanceWeight::relative;
  bool fix_margins = false;  // cells that are sums of others keep their values
  bool keep_zeros = true;    // cells of value 0 that are not sensitive keep it
  // The result is the closest table found by then.
  optimize::Effort limit = optimize::Effort::seconds(60);
  double gap = 0;                                      // stop at this gap, in percent of the distance
  std::optional<double> prior_percent = std::nullopt;  // bounds of cells that have none, as in an audit
  // Each sensitive cell is moved by a level drawn from this range. A quarter of the limit is then used for
  // the distance of the required levels, for comparison.
  LevelRange levels = {};
};

// A sensitive cell and its adjusted value.
struct AdjustedCell {
  std::size_t cell = 0;
  Decimal value, published;
  Decimal need_lower, need_upper;  // by the required levels: not strictly between these
  bool safe = false;
  Decimal percent = Decimal::whole(100);  // the level that was drawn, of the required one
  // The true values that an attacker holds possible from this cell alone: see audit_adjusted.
  std::vector<Interval> attacker_set;
};

struct Adjustment {
  bool found = false;
  CellTable table;                  // with the values, which add up exactly: see published_table
  std::vector<Decimal> values;      // for each cell, with no more decimals than the table has
  bool optimal = false;             // none is closer
  double distance = 0;              // Σ weight · |change|
  double bound = 0;                 // no table that meets the needs is closer
  std::size_t changed = 0;          // cells
  std::vector<AdjustedCell> cells;  // every sensitive one, in the table's order; where a table was found
  // Sensitive cells that cannot be moved far enough in any table. The result ignores them and does not
  // protect them.
  std::vector<std::size_t> out_of_reach;
  // Where no table was found: sensitive cells whose demands conflict with the others.
  std::vector<std::size_t> conflicting;
  LevelRange levels;                     // the range of the drawn levels
  std::optional<double> fixed_distance;  // with levels from a range: the distance with the required levels
  std::size_t two_values = 0;            // cells whose attacker's set has at most two values
  std::vector<std::string> notes;

  bool safe() const;
  // (distance − bound) / distance in percent; 0 where the distance is.
  double gap() const { return distance > 0 ? 100.0 * (distance - bound) / distance : 0.0; }
};

// Published values lie within the bounds of their cells, and kept cells stay as they are. A sensitive cell
// always changes: where a level is 0 (or less than the table's last decimal), by at least the last decimal.
Adjustment adjust_table(const CellTable& table, const AdjustmentOptions& options, const Run& run);

// Whether each cell is a sum of others: alone on one side of a relation; of two cells the one with the
// negative coefficient.
std::vector<bool> sums_of(const CellTable& table);

}  // namespace sfumato::tables
