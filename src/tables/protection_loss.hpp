// What a protection costs and what it is worth, in numbers that any two protected tables can be compared by:
// what was left out, how far published values are off, and how wide an attacker's intervals are.
#pragma once

#include <cstddef>
#include <optional>

#include "tables/audit/audit.hpp"
#include "tables/cell_table.hpp"

namespace sfumato::tables {

// What suppression leaves out. Values are absolute ones, summed over cells; shares are of all cells, 0 to 1.
struct SuppressionLoss {
  std::size_t cells = 0;
  std::size_t primary = 0;
  std::size_t secondary = 0;
  double primary_value = 0;
  double secondary_value = 0;
  double secondary_cost = 0;
  double suppressed_share = 0;  // of the cells
  double secondary_value_share = 0;
  double secondary_cost_share = 0;
};
SuppressionLoss suppression_loss(const CellTable& table);

// How far the cells of a rounded, adjusted or perturbed table are from the true ones: d = |published − true|.
struct DistanceLoss {
  std::size_t cells = 0;
  std::size_t changed = 0;
  double total_absolute = 0;     // Σ d
  double mean_absolute = 0;      // Σ d / cells
  double mean_relative = 0;      // mean of d / |true|, over cells that are not 0
  double weighted_absolute = 0;  // Σ cost·d / Σ cost, with the costs of the original; 0 where all are 0
  double root_mean_square = 0;
  double largest_absolute = 0;
  double largest_relative = 0;
  std::size_t zeros_changed = 0;  // cells that were 0 and are not: they have no relative distance
  std::size_t not_additive = 0;   // relations of the original that the published values break
  // √(½ Σ (√p − √q)²) of the shares p and q that the finest cells have of their sum before and after, 0 to 1;
  // cells of counts alone, or all where nothing says what is counted. Nothing with negative values or without
  // a sum.
  std::optional<double> hellinger;
};
// Both have the same cells in the same order; else an error.
DistanceLoss distance_loss(const CellTable& original, const CellTable& published);

// What any protection loses, in one coin: a cell that is left out loses all of itself, one that is published
// with another value as much of itself as it is off. Shares, 0 to 1; far too high values make them more.
struct LostShares {
  double value = 0;  // (Σ |true| of cells left out + Σ d of the others) / Σ |true|
  double cells = 0;  // left out or changed, of all
  // The same as `value` with each cell's part d / |true| weighed by its cost instead of its size: Σ cost·part
  // / Σ cost. A changed 0 has lost all of itself.
  double cost = 0;
};
// Both have the same cells in the same order; else an error. What is suppressed in `published` is left out.
LostShares lost_shares(const CellTable& original, const CellTable& published);

// How wide the attacker's intervals are; a cell without one of the bounds counts as `unbounded` alone.
struct IntervalWidths {
  std::size_t cells = 0;
  std::size_t unsafe = 0;
  std::size_t unbounded = 0;
  std::size_t exact = 0;  // of the bounded ones, those that are known to a millionth of their value
  // Over the bounded cells; nothing where there are none.
  std::optional<double> least_width, mean_width;
  // Width / |value|, over bounded cells that are not 0.
  std::optional<double> least_relative, mean_relative;
  // Width / what the levels ask for, over bounded cells that ask for anything: 1 is just safe.
  std::optional<double> least_of_need, mean_of_need;
};
// `audit` is of this table, and not one that sought the verdict alone. Secondary cells count where it has
// them.
IntervalWidths interval_widths(const CellTable& table, const Audit& audit);

}  // namespace sfumato::tables
