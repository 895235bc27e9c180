// Tables filled with given or random leaves, for tests of the audit.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/rng.hpp"
#include "tables/cell_table.hpp"

namespace sfumato::testing {

inline tables::Dimension flat_dimension(const std::string& name, std::size_t leaves) {
  tables::Dimension dimension;
  dimension.name = name;
  dimension.codes = {"Total"};
  dimension.sums.push_back({0, {}});
  for (std::size_t i = 1; i <= leaves; ++i) {
    dimension.codes.push_back(name + std::to_string(i));
    dimension.sums[0].children.push_back(i);
  }
  return dimension;
}

// Two groups of two leaves each.
inline tables::Dimension two_level_dimension(const std::string& name) {
  tables::Dimension dimension;
  dimension.name = name;
  dimension.codes = {"Total", name + "A", name + "B", name + "A1", name + "A2", name + "B1", name + "B2"};
  dimension.sums = {{0, {1, 2}}, {1, {3, 4}}, {2, {5, 6}}};
  return dimension;
}

// All cells of the crossed dimensions, leaves from `leaf` (called in the order of the cells).
inline tables::CellTable filled_table(const std::vector<tables::Dimension>& dimensions, bool counts,
                                      const std::function<tables::Decimal()>& leaf) {
  tables::CellTable table;
  table.dimensions = dimensions;
  table.responses = {{.name = counts ? "count" : "turnover", .counts = counts, .mean_of = ""}};
  tables::View view;
  std::vector<std::vector<std::vector<std::size_t>>> below;
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    view.dimensions.push_back(i);
    below.push_back(tables::leaves_below(dimensions[i]));
  }
  table.views = {view};
  tables::lay_out_cells(table);
  const tables::CellIndex index(table);
  const auto is_leaf = [&](std::span<const std::uint32_t> codes) {
    for (std::size_t i = 0; i < dimensions.size(); ++i) {
      if (dimensions[i].is_sum(codes[i])) return false;
    }
    return true;
  };
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    if (is_leaf(table.codes_of(cell))) table.cells[cell].value = leaf();
  }
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    if (is_leaf(table.codes_of(cell))) continue;
    std::vector<std::uint32_t> codes(table.codes_of(cell).begin(), table.codes_of(cell).end());
    const std::vector<std::uint32_t> own = codes;
    tables::Decimal sum;
    const std::function<void(std::size_t)> add = [&](std::size_t axis) {
      if (axis == dimensions.size()) {
        sum = sum + table.cells[index.find(codes).value()].value;
        return;
      }
      for (const std::size_t code : below[axis][own[axis]]) {
        codes[axis] = static_cast<std::uint32_t>(code);
        add(axis + 1);
      }
    };
    add(0);
    table.cells[cell].value = sum;
  }
  return table;
}

// Integer leaves below `bound`.
inline tables::CellTable random_table(Rng& rng, const std::vector<tables::Dimension>& dimensions, bool counts,
                                      std::uint64_t bound) {
  return filled_table(dimensions, counts,
                      [&] { return tables::Decimal::whole(static_cast<std::int64_t>(rng.below(bound))); });
}

// Suppresses random cells, about half of them primary, with random levels.
inline void suppress_at_random(tables::CellTable& table, Rng& rng, double share) {
  for (tables::Cell& cell : table.cells) {
    if (!rng.chance(share)) continue;
    cell.status = rng.chance(0.5) ? tables::CellStatus::primary : tables::CellStatus::secondary;
    cell.lower_level = tables::Decimal(static_cast<std::int64_t>(rng.below(30)), 1);
    cell.upper_level = tables::Decimal(static_cast<std::int64_t>(rng.below(30)), 1);
  }
}

}  // namespace sfumato::testing
