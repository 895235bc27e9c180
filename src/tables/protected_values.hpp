// What rounding and adjustment share: they publish other values instead of the true ones. Distances from the
// true values, prior knowledge of an attacker, and the table as it may be published.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "tables/audit/attack_system.hpp"
#include "tables/cell_table.hpp"

namespace sfumato::tables {

// How much a change of a cell by 1 counts. unity: 1. relative: 1 / |value|, with the table's last decimal in
// place of smaller values. cost: the cell's own cost.
enum class DistanceWeight : std::uint8_t { unity, relative, cost };

// "unity", "relative", "cost"; empty for other words.
std::optional<DistanceWeight> distance_weight(std::string_view name);
const char* to_text(DistanceWeight weight);

// One for each cell. A negative cost is an error.
std::vector<double> distance_weights(const CellTable& table, DistanceWeight weight);

// Σ weight · |value − true value|.
double weighted_distance(const CellTable& table, std::span<const Decimal> values,
                         std::span<const double> weights);

// The true values as integers in units of the table's last decimal.
struct ExactUnits {
  int decimals = 0;
  std::vector<std::int64_t> values;
};

// A value that has more than 18 digits in these units is an error.
ExactUnits exact_units(const CellTable& table);

struct PriorBounds {
  std::optional<Decimal> lower, upper;
};

// Prior bounds of each cell, as in the audit: its own bounds, and value ± percent where it has no bound other
// than 0.
std::vector<PriorBounds> prior_bounds(const CellTable& table, std::optional<double> prior_percent);

// The relations among all cells as if every cell were suppressed, in parts that have no relation in common.
// Bounds and scales of the parts are not used.
std::vector<AttackPart> open_parts(const CellTable& table);

// The table with other values, without anything that reveals the true ones: every cell is safe (kept ones
// stay kept) and costs what is published; contributors, levels, bounds, rules and their findings are removed.
CellTable published_table(const CellTable& table, std::span<const Decimal> values);

}  // namespace sfumato::tables
