#include "tables/cell_table.hpp"

#include <algorithm>
#include <limits>

#include "core/data_values.hpp"
#include "core/error.hpp"

namespace sfumato::tables {
namespace {

constexpr std::size_t most_named = 5;

// The sum of the cells minus the right side; empty if it does not fit.
std::optional<Decimal> imbalance(const CellTable& table, std::size_t relation) {
  __extension__ using Wide = __int128;
  int decimals = table.relations.right(relation).decimals();
  for (const Term& term : table.relations.terms(relation)) {
    decimals = std::max(decimals, table.cells[term.cell].value.decimals());
  }
  const Decimal& right = table.relations.right(relation);
  Wide sum = -static_cast<Wide>(right.units()) * power_of_ten(decimals - right.decimals());
  for (const Term& term : table.relations.terms(relation)) {
    const Decimal& value = table.cells[term.cell].value;
    Wide part = static_cast<Wide>(value.units()) * power_of_ten(decimals - value.decimals());
    if (__builtin_mul_overflow(part, static_cast<Wide>(term.coefficient), &part) ||
        __builtin_add_overflow(sum, part, &sum)) {
      return std::nullopt;
    }
  }
  while (decimals > 0 && sum % 10 == 0) {
    sum /= 10;
    --decimals;
  }
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (sum > most || sum < -most) return std::nullopt;
  return Decimal(static_cast<std::int64_t>(sum), decimals);
}

void check_sizes(const CellTable& table) {
  const std::size_t count = table.cells.size();
  if (!table.dimensions.empty() && table.coordinates.size() != count * (table.dimensions.size() + 1)) {
    bad_input("the table has " + std::to_string(count) +
              " cells, but a different number of cell coordinates");
  }
  if (!table.contributors.empty() && table.contributors.size() != count) {
    bad_input("the table has " + std::to_string(count) + " cells, but contributors of " +
              std::to_string(table.contributors.size()));
  }
  if (!table.hits.empty() && table.hits.size() != count) {
    bad_input("the table has " + std::to_string(count) + " cells, but findings of rules on " +
              std::to_string(table.hits.size()));
  }
  if (!table.keys.empty() && table.keys.size() != count) {
    bad_input("the table has " + std::to_string(count) + " cells, but keys of " +
              std::to_string(table.keys.size()));
  }
  for (std::size_t cell = 0; cell < count && !table.dimensions.empty(); ++cell) {
    const std::span<const std::uint32_t> codes = table.codes_of(cell);
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const std::size_t known =
          i < table.dimensions.size() ? table.dimensions[i].codes.size() : table.responses.size();
      if (codes[i] >= known) bad_input("cell " + std::to_string(cell) + " has an unknown code");
    }
  }
  for (std::size_t relation = 0; relation < table.relations.count(); ++relation) {
    if (table.relations.terms(relation).empty()) {
      bad_input("relation " + std::to_string(relation + 1) + " has no cells");
    }
    for (const Term& term : table.relations.terms(relation)) {
      if (term.cell >= count) {
        bad_input(
            "relation " + std::to_string(relation + 1) + " has cell " + std::to_string(term.cell) +
                ", which does not exist",
            count ? "cells are numbered from 0 to " + std::to_string(count - 1) : "the table has no cells");
      }
    }
  }
}

void check_cell(const CellTable& table, std::size_t position) {
  const Cell& cell = table.cells[position];
  const auto name = [&] { return cell_name(table, position); };
  if (cell.lower && cell.value < *cell.lower) {
    bad_input("the value " + data_value(cell.value.text()) + " of " + name() +
                  " lies below its lower bound " + data_value(cell.lower->text()),
              "an attacker's bounds must contain the true value");
  }
  if (cell.upper && cell.value > *cell.upper) {
    bad_input("the value " + data_value(cell.value.text()) + " of " + name() +
                  " lies above its upper bound " + data_value(cell.upper->text()),
              "an attacker's bounds must contain the true value");
  }
  for (const Decimal& level : {cell.lower_level, cell.upper_level, cell.sliding_level}) {
    if (level.is_negative()) {
      bad_input("the protection level " + data_value(level.text()) + " of " + name() + " is negative",
                "levels are distances from the value");
    }
  }
  if (cell.cost.is_negative()) {
    bad_input("the cost " + data_value(cell.cost.text()) + " of " + name() + " is negative",
              "a cost is 0 or more");
  }
  if (!table.contributors.empty() && table.contributors[position].frequency == 0 && !cell.value.is_zero()) {
    bad_input("the value " + data_value(cell.value.text()) + " of " + name() + " has a frequency of 0",
              "give the number of records behind each cell, or no frequencies at all");
  }
}

}  // namespace

char status_letter(CellStatus status) { return "sumz"[static_cast<std::size_t>(status)]; }

std::optional<CellStatus> status_of_letter(char letter) {
  switch (letter) {
    case 's':
      return CellStatus::safe;
    case 'u':
      return CellStatus::primary;
    case 'm':
      return CellStatus::secondary;
    case 'z':
      return CellStatus::kept;
    default:
      return std::nullopt;
  }
}

std::span<const std::uint32_t> CellTable::codes_of(std::size_t cell) const {
  const std::size_t width = dimensions.size() + 1;
  return std::span(coordinates).subspan(cell * width, width);
}

void check_additive(const CellTable& table) {
  std::string offences;
  std::size_t count = 0;
  for (std::size_t relation = 0; relation < table.relations.count(); ++relation) {
    const std::optional<Decimal> off = imbalance(table, relation);
    if (off && off->is_zero()) continue;
    if (count++ >= most_named) continue;
    offences += offences.empty() ? "" : "; ";
    offences += relation_name(table, relation) + " is off by " +
                (off ? data_value(off->text()) : "more than 18 digits");
  }
  if (count == 0) return;
  if (count > most_named) offences += "; and " + std::to_string(count - most_named) + " more";
  bad_input("the table does not add up: " + offences,
            "correct the cells; a table whose totals are rounded must be rounded so that it adds up");
}

void check_table(const CellTable& table) {
  for (const Dimension& dimension : table.dimensions) check_dimension(dimension);
  check_views(table);
  check_sizes(table);
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) check_cell(table, cell);
  check_additive(table);
}

}  // namespace sfumato::tables
