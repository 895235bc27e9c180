// Doubles that are decimals of at most 15 digits, as nearly all amounts are, are converted by one
// multiplication and one division; the others through their text.
#include "tables/tabulation/exact_column.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/utf8.hpp"
#include "tables/decimal.hpp"

namespace sfumato::tables {
namespace {

constexpr std::size_t block_rows = 65536;

struct BlockFacts {
  int decimals = 0;
  std::uint64_t largest = 0;
  std::optional<std::size_t> first_negative;
  std::size_t missing = 0, changed = 0;
};

// Two decimals of at most 15 digits are never the same double, so a decimal that reads back is the shortest
// text.
std::optional<std::int64_t> plain_units(double number, int decimals) {
  constexpr double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                               1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  if (decimals > 15) return std::nullopt;
  const double power = powers[decimals];
  const double scaled = number * power;
  if (!(std::abs(scaled) < 1e15)) return std::nullopt;
  const std::int64_t units = static_cast<std::int64_t>(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
  return static_cast<double>(units) / power == number ? std::optional(units) : std::nullopt;
}

[[noreturn]] void does_not_fit(const std::string& name, std::size_t row, const std::string& value) {
  bad_input("column '" + io::shown(name) + "', row " + std::to_string(row + 1) + ": " + data_value(value) +
                " does not fit 18 digits with the decimals of the column",
            "give fewer decimals, such as 2, to which every contribution is rounded");
}

Decimal decimal_of(const std::string& name, double number, std::size_t row, int decimals) {
  const std::optional<Decimal> read = Decimal::of_number(number, decimals);
  if (!read) does_not_fit(name, row, shortest(number));
  return read->trimmed();
}

bool is_changed(double number, const Decimal& read) { return read.number() != number; }

std::uint64_t unsigned_magnitude(std::int64_t units) {
  return units < 0 ? 0 - static_cast<std::uint64_t>(units) : static_cast<std::uint64_t>(units);
}

void note_units(BlockFacts& facts, std::int64_t units, std::size_t row) {
  facts.largest = std::max(facts.largest, unsigned_magnitude(units));
  if (units < 0 && !facts.first_negative) facts.first_negative = row;
}

void combine(ExactColumn& column, const std::vector<BlockFacts>& blocks) {
  for (const BlockFacts& facts : blocks) {
    column.largest = std::max(column.largest, facts.largest);
    if (!column.first_negative) column.first_negative = facts.first_negative;
    column.missing += facts.missing;
    column.changed += facts.changed;
  }
}

std::vector<BlockFacts> facts_of(std::size_t rows) { return std::vector<BlockFacts>(rows / block_rows + 1); }

// The decimals that the column needs.
int common_decimals(const Numbers& numbers, const std::string& name, int most, const Run& run) {
  std::vector<BlockFacts> blocks = facts_of(numbers.size());
  run.blocks(numbers.size(), block_rows, [&](std::size_t block, std::size_t begin, std::size_t end) {
    int decimals = 0;
    for (std::size_t row = begin; row < end; ++row) {
      if (std::isnan(numbers[row]) || plain_units(numbers[row], decimals)) continue;
      decimals = std::max(decimals, decimal_of(name, numbers[row], row, most).decimals());
    }
    blocks[block].decimals = decimals;
  });
  int decimals = 0;
  for (const BlockFacts& facts : blocks) decimals = std::max(decimals, facts.decimals);
  return decimals;
}

ExactColumn of_numbers(const Numbers& numbers, const std::string& name, int most, const Run& run) {
  ExactColumn column;
  column.decimals = common_decimals(numbers, name, most, run);
  column.own_units.assign(numbers.size(), 0);
  column.own_gaps.assign(numbers.size(), 0);
  std::vector<BlockFacts> blocks = facts_of(numbers.size());
  run.blocks(numbers.size(), block_rows, [&](std::size_t block, std::size_t begin, std::size_t end) {
    BlockFacts& facts = blocks[block];
    for (std::size_t row = begin; row < end; ++row) {
      if (std::isnan(numbers[row])) {
        column.own_gaps[row] = 1;
        ++facts.missing;
        continue;
      }
      std::optional<std::int64_t> units = plain_units(numbers[row], column.decimals);
      if (!units) {
        const Decimal read = decimal_of(name, numbers[row], row, most);
        units = read.units_at(column.decimals);
        if (!units) does_not_fit(name, row, read.text());
        if (is_changed(numbers[row], read)) ++facts.changed;
      }
      column.own_units[row] = *units;
      note_units(facts, *units, row);
    }
  });
  combine(column, blocks);
  column.units = column.own_units;
  if (column.missing > 0) column.gaps = column.own_gaps;
  return column;
}

ExactColumn of_integers(const Integers& integers, const Run& run) {
  ExactColumn column;
  column.units = integers.values;
  column.gaps = integers.missing;
  std::vector<BlockFacts> blocks = facts_of(integers.values.size());
  run.blocks(integers.values.size(), block_rows, [&](std::size_t block, std::size_t begin, std::size_t end) {
    BlockFacts& facts = blocks[block];
    std::int64_t least = 0, most = 0;
    for (std::size_t row = begin; row < end; ++row) {
      if (column.is_missing(row)) {
        ++facts.missing;
        continue;
      }
      least = std::min(least, integers.values[row]);
      most = std::max(most, integers.values[row]);
    }
    facts.largest = std::max(unsigned_magnitude(least), unsigned_magnitude(most));
    for (std::size_t row = begin; row < end && least < 0 && !facts.first_negative; ++row) {
      if (!column.is_missing(row) && integers.values[row] < 0) facts.first_negative = row;
    }
  });
  combine(column, blocks);
  if (column.missing == 0) {
    column.gaps = {};
    return column;
  }
  column.own_units = integers.values;
  for (std::size_t row = 0; row < column.own_units.size(); ++row) {
    if (column.gaps[row] != 0) column.own_units[row] = 0;
  }
  column.units = column.own_units;
  return column;
}

}  // namespace

ExactColumn exact_column(const Table& records, const std::string& name, std::optional<int> decimals,
                         const Run& run) {
  const ColumnId id = records.require(name);
  const Column& column = records.column(id);
  if (const Integers* integers = column.get_if<Integers>()) {
    ExactColumn exact = of_integers(*integers, run);
    if (exact.largest > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      does_not_fit(name, *exact.first_negative, "the smallest 64-bit integer");
    }
    return exact;
  }
  if (const Numbers* numbers = column.get_if<Numbers>()) {
    return of_numbers(*numbers, name, decimals.value_or(Decimal::most_decimals), run);
  }
  bad_input("column '" + io::shown(name) + "' is not numeric, so it cannot be summed",
            "choose a numeric column, or declare its kind as numeric if it is one");
}

Wide rounded_quotient(Wide units, int places) {
  while (places > 18) {  // truncated: the side of a half does not change
    units /= 10;
    --places;
  }
  const Wide step = power_of_ten(places);
  const Wide half = step / 2;
  if (step == 1) return units;
  return units < 0 ? -((-units + half) / step) : (units + half) / step;
}

}  // namespace sfumato::tables
