#include "tables/protected_values.hpp"

#include <algorithm>
#include <cmath>

#include "core/data_values.hpp"
#include "core/error.hpp"

namespace sfumato::tables {

std::optional<DistanceWeight> distance_weight(std::string_view name) {
  for (const DistanceWeight weight :
       {DistanceWeight::unity, DistanceWeight::relative, DistanceWeight::cost}) {
    if (name == to_text(weight)) return weight;
  }
  return std::nullopt;
}

const char* to_text(DistanceWeight weight) {
  constexpr const char* names[] = {"unity", "relative", "cost"};
  return names[static_cast<std::size_t>(weight)];
}

std::vector<double> distance_weights(const CellTable& table, DistanceWeight weight) {
  const double least = 1.0 / static_cast<double>(power_of_ten(exact_units(table).decimals));
  std::vector<double> weights(table.cells.size(), 1.0);
  for (std::size_t i = 0; i < weights.size() && weight != DistanceWeight::unity; ++i) {
    const Cell& cell = table.cells[i];
    if (weight == DistanceWeight::relative) {
      weights[i] = 1.0 / std::max(least, std::abs(cell.value.number()));
    } else if (cell.cost.is_negative()) {
      bad_input("the cost " + data_value(cell.cost.text()) + " of " + cell_name(table, i) + " is negative",
                "a cost used as a weight is 0 or more");
    } else {
      weights[i] = cell.cost.number();
    }
  }
  return weights;
}

double weighted_distance(const CellTable& table, std::span<const Decimal> values,
                         std::span<const double> weights) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += weights[i] * magnitude(values[i] - table.cells[i].value).number();
  }
  return sum;
}

ExactUnits exact_units(const CellTable& table) {
  ExactUnits units;
  for (const Cell& cell : table.cells) {
    units.decimals = std::max(units.decimals, cell.value.trimmed().decimals());
  }
  units.values.reserve(table.cells.size());
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    const std::optional<std::int64_t> whole = table.cells[i].value.trimmed().units_at(units.decimals);
    if (!whole) {
      bad_input("the value " + data_value(table.cells[i].value.text()) + " of " + cell_name(table, i) +
                    " has more than 18 digits with " + std::to_string(units.decimals) +
                    " decimals, which other cells have",
                "use fewer decimals or a larger unit, such as thousands");
    }
    units.values.push_back(*whole);
  }
  return units;
}

std::vector<PriorBounds> prior_bounds(const CellTable& table, std::optional<double> prior_percent) {
  std::vector<PriorBounds> bounds(table.cells.size());
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const Cell& cell = table.cells[i];
    bounds[i] = {cell.lower, cell.upper};
    const bool own = cell.upper || (cell.lower && !cell.lower->is_zero());
    if (own || !prior_percent) continue;
    const double range = std::abs(cell.value.number()) * *prior_percent / 100;
    const int decimals = std::min(cell.value.decimals() + 6, Decimal::most_decimals);
    const std::optional<Decimal> exact = Decimal::of_number(range, decimals);
    if (!exact) continue;
    const Decimal lower = cell.value - *exact;
    bounds[i] = {cell.lower ? std::max(*cell.lower, lower) : lower, cell.value + *exact};
  }
  return bounds;
}

std::vector<AttackPart> open_parts(const CellTable& table) {
  CellTable open;
  open.relations = table.relations;
  open.cells.resize(table.cells.size());
  for (Cell& cell : open.cells) cell.status = CellStatus::secondary;
  return attack_parts(open, {});
}

CellTable published_table(const CellTable& table, std::span<const Decimal> values) {
  CellTable published;
  published.title = table.title;
  published.dimensions = table.dimensions;
  published.responses = table.responses;
  published.views = table.views;
  published.coordinates = table.coordinates;
  published.relations = table.relations;
  published.cells.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    Cell& cell = published.cells[i];
    cell.value = values[i];
    cell.cost = magnitude(values[i]);
    if (table.cells[i].status == CellStatus::kept) cell.status = CellStatus::kept;
    if (values[i].is_negative()) cell.lower = std::nullopt;
  }
  return published;
}

}  // namespace sfumato::tables
