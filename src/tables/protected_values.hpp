// What rounding and adjustment have in common: they publish other values in place of the true ones. How far
// those lie from the truth, what an attacker knows beforehand, and the table as it may be given away.
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

// "unity", "relative", "cost"; nothing for other words.
std::optional<DistanceWeight> distance_weight(std::string_view name);
const char* to_text(DistanceWeight weight);

// One for each cell. A negative cost is an error.
std::vector<double> distance_weights(const CellTable& table, DistanceWeight weight);

// Σ weight · |value − true value|.
double weighted_distance(const CellTable& table, std::span<const Decimal> values,
                         std::span<const double> weights);

// The true values as whole numbers of the table's last decimal.
struct ExactUnits {
  int decimals = 0;
  std::vector<std::int64_t> values;
};

// A value that has more than 18 digits in these units is an error.
ExactUnits exact_units(const CellTable& table);

struct PriorBounds {
  std::optional<Decimal> lower, upper;
};

// What is known of each cell beforehand, as the audit takes it: the bounds that it has, and value ± percent
// where it has none but 0.
std::vector<PriorBounds> prior_bounds(const CellTable& table, std::optional<double> prior_percent);

// The relations among all cells as if every one were suppressed, in parts that have no relation in common.
// Bounds and scales of the parts mean nothing.
std::vector<AttackPart> open_parts(const CellTable& table);

// The table with other values, and nothing left in it that tells of the true ones: every cell is safe (kept
// ones stay kept) and costs what is published; contributors, levels, bounds, rules and their findings are
// gone.
CellTable published_table(const CellTable& table, std::span<const Decimal> values);

}  // namespace sfumato::tables
