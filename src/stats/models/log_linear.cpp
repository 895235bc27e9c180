// A cell's place in the table of all cells is a number whose digits are the codes of its values, so that the
// margin of a pair is summed by five nested loops over whole runs of cells.
#include "stats/models/log_linear.hpp"

#include <algorithm>
#include <cmath>

namespace sfumato::stats {
namespace {

// Values of a column, and the place of "missing" after them where there is one.
std::size_t digits_of(const KeyColumn& column) {
  const bool gaps =
      std::find(column.codes.begin(), column.codes.end(), KeyColumn::missing) != column.codes.end();
  return static_cast<std::size_t>(column.distinct) + (gaps ? 1 : 0);
}

std::size_t digit(const KeyColumn& column, std::size_t row) {
  const std::int32_t code = column.codes[row];
  return static_cast<std::size_t>(code == KeyColumn::missing ? column.distinct : code);
}

// The pair of columns first < second in a table of all cells, the last column running fastest.
struct Pair {
  std::size_t before, first, between, second, after;  // numbers of cells or of values

  template <class Body>  // body(value of the pair, first cell, cells)
  void for_each_run(const Body& body) const {
    std::size_t cell = 0;
    for (std::size_t i = 0; i < before; ++i) {
      for (std::size_t a = 0; a < first; ++a) {
        for (std::size_t j = 0; j < between; ++j) {
          for (std::size_t b = 0; b < second; ++b, cell += after) body(a * second + b, cell, after);
        }
      }
    }
  }
  std::vector<double> margin(const std::vector<double>& table) const {
    std::vector<double> sums(first * second, 0.0);
    for_each_run([&](std::size_t value, std::size_t begin, std::size_t count) {
      double sum = 0.0;
      for (std::size_t cell = begin; cell < begin + count; ++cell) sum += table[cell];
      sums[value] += sum;
    });
    return sums;
  }
};

std::vector<Pair> pairs_of(const std::vector<std::size_t>& digits) {
  const auto product = [&](std::size_t begin, std::size_t end) {
    std::size_t result = 1;
    for (std::size_t j = begin; j < end; ++j) result *= digits[j];
    return result;
  };
  std::vector<Pair> pairs;
  for (std::size_t a = 0; a < digits.size(); ++a) {
    for (std::size_t b = a + 1; b < digits.size(); ++b) {
      pairs.push_back(
          {product(0, a), digits[a], product(a + 1, b), digits[b], product(b + 1, digits.size())});
    }
  }
  return pairs;
}

// Fits the margin of a pair, and returns its previous error.
double adjust(std::vector<double>& table, const Pair& pair, const std::vector<double>& wanted) {
  std::vector<double> factors = pair.margin(table);
  double off = 0.0;
  for (std::size_t value = 0; value < factors.size(); ++value) {
    off = std::max(off, std::abs(factors[value] - wanted[value]));
    factors[value] = factors[value] > 0.0 ? wanted[value] / factors[value] : 0.0;
  }
  pair.for_each_run([&](std::size_t value, std::size_t begin, std::size_t count) {
    const double factor = factors[value];
    for (std::size_t cell = begin; cell < begin + count; ++cell) table[cell] *= factor;
  });
  return off;
}

}  // namespace

double cell_count(const KeyTable& keys) {
  double cells = 1.0;
  for (const KeyColumn& column : keys.columns) cells *= static_cast<double>(digits_of(column));
  return cells;
}

FittedCounts fitted_main_effects(const KeyTable& keys, const KeyClasses& classes) {
  const auto all = static_cast<double>(keys.counts.records(keys.rows));
  FittedCounts result{std::vector<double>(classes.count(), all), cell_count(keys)};
  for (const KeyColumn& column : keys.columns) {
    std::vector<double> records(digits_of(column), 0.0);
    for (std::size_t row = 0; row < keys.rows; ++row) records[digit(column, row)] += keys.counts[row];
    for (std::size_t number = 0; number < classes.count(); ++number) {
      result.of_class[number] *= records[digit(column, classes.first[number])] / all;
    }
  }
  return result;
}

std::optional<FittedCounts> fitted_pairs(const KeyTable& keys, const KeyClasses& classes, const Run& run) {
  FittedCounts result{{}, cell_count(keys)};
  if (keys.columns.size() < 3) {
    result.of_class.assign(classes.sizes.begin(), classes.sizes.end());
    return result;
  }
  if (result.cells > most_fitted_cells) return std::nullopt;
  std::vector<std::size_t> digits;
  for (const KeyColumn& column : keys.columns) digits.push_back(digits_of(column));
  std::vector<std::size_t> cell_of(classes.count(), 0);
  std::vector<double> table(static_cast<std::size_t>(result.cells), 0.0);
  for (std::size_t number = 0; number < classes.count(); ++number) {
    for (std::size_t j = 0; j < digits.size(); ++j) {
      cell_of[number] = cell_of[number] * digits[j] + digit(keys.columns[j], classes.first[number]);
    }
    table[cell_of[number]] = classes.sizes[number];
  }
  const std::vector<Pair> pairs = pairs_of(digits);
  std::vector<std::vector<double>> wanted;
  for (const Pair& pair : pairs) wanted.push_back(pair.margin(table));
  const auto all = static_cast<double>(keys.counts.records(keys.rows));
  std::fill(table.begin(), table.end(), all / result.cells);
  const double tolerance = 1e-10 * all;
  result.converged = false;
  while (!result.converged && result.cycles < 2000) {
    double off = 0.0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      run.check_stop();
      off = std::max(off, adjust(table, pairs[i], wanted[i]));
    }
    ++result.cycles;
    result.converged = off <= tolerance;
  }
  for (const std::size_t cell : cell_of) result.of_class.push_back(table[cell]);
  return result;
}

}  // namespace sfumato::stats
