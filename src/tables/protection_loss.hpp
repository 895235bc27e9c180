// Information loss and protection of a protected table, in numbers that allow two protected tables to be
// compared: suppressed cells, distances of published values, and widths of an attacker's intervals.
#pragma once

#include <cstddef>
#include <optional>

#include "tables/audit/audit.hpp"
#include "tables/cell_table.hpp"

namespace sfumato::tables {

// What suppression removes. Values are absolute ones, summed over cells; shares are of all cells, 0 to 1.
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
  // cells of counts alone, or all cells where the response is unknown. Empty with negative values or with a
  // sum of 0.
  std::optional<double> hellinger;
};
// Both have the same cells in the same order; else an error.
DistanceLoss distance_loss(const CellTable& original, const CellTable& published);

// The loss of any protection on one scale: a suppressed cell loses its whole value, a cell published with
// another value loses the distance. Shares, 0 to 1; more than 1 where published values are far too high.
struct LostShares {
  double value = 0;  // (Σ |true| of suppressed cells + Σ d of the others) / Σ |true|
  double cells = 0;  // suppressed or changed, of all
  // The same as `value` with each cell's part d / |true| weighed by its cost instead of its size: Σ cost·part
  // / Σ cost. A changed 0 has the part 1.
  double cost = 0;
};
// Both have the same cells in the same order; else an error. Suppressed cells of `published` count as
// suppressed.
LostShares lost_shares(const CellTable& original, const CellTable& published);

// How wide the attacker's intervals are; a cell without one of the bounds counts as `unbounded` alone.
struct IntervalWidths {
  std::size_t cells = 0;
  std::size_t unsafe = 0;
  std::size_t unbounded = 0;
  std::size_t exact = 0;  // of the bounded ones, those that are known to 1e-6 of their value
  // Over the bounded cells; empty where there are none.
  std::optional<double> least_width, mean_width;
  // Width / |value|, over bounded cells that are not 0.
  std::optional<double> least_relative, mean_relative;
  // Width / required width, over bounded cells with a required width: 1 is just safe.
  std::optional<double> least_of_need, mean_of_need;
};
// `audit` belongs to this table and has intervals, not only the verdict. Secondary cells count if it has
// them.
IntervalWidths interval_widths(const CellTable& table, const Audit& audit);

}  // namespace sfumato::tables
