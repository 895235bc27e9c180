// Cells are numbered by the first value that they cover, so that near cells have near numbers; all suppressed
// cells are one.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <span>
#include <utility>

#include "core/hierarchy.hpp"
#include "core/number_limits.hpp"
#include "risk/mixed_linkage.hpp"
#include "stats/categories/category_pairs.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/neighbours/exact_scale.hpp"

namespace sfumato::risk {
namespace {

using Runs = std::vector<stats::ValueRun>;

// What each cell covers, by the numbers of the original's values and of the other cells.
std::vector<Runs> runs_of_cells(const stats::CoveredColumn& column, const Numbers& of_value,
                                const std::vector<Numbers>& of_cell) {
  std::vector<Runs> result(column.cells.size());
  const auto value = [&](std::int32_t place) { return of_value[static_cast<std::size_t>(place)]; };
  for (std::size_t at = 0; at < result.size(); ++at) {
    const stats::MaskedCell& cell = column.cells[at];
    if (cell.kind == stats::MaskedCell::Kind::suppressed) continue;
    if (cell.kind == stats::MaskedCell::Kind::value && cell.place >= 0) {
      result[at].push_back({value(cell.place), value(cell.place)});
    }
    for (const stats::CoverRun& run : cell.runs) result[at].push_back({value(run.first), value(run.last)});
    for (const double number : of_cell[at]) result[at].push_back({number, number});
  }
  return result;
}

// Numbers that the original does not have: of a cell that is one, or the ends of a label.
std::vector<Numbers> other_numbers(const stats::CoveredColumn& column) {
  std::vector<Numbers> result;
  for (const stats::MaskedCell& cell : column.cells) {
    Numbers& numbers = result.emplace_back(cell.ends);
    if (cell.kind == stats::MaskedCell::Kind::number) numbers = {cell.number};
    std::sort(numbers.begin(), numbers.end());
  }
  return result;
}

// The cells in the order of their first values, with all suppressed ones as the last, and the number of each.
struct OrderedCells {
  std::vector<Runs> cells;
  std::vector<std::int32_t> number;
  std::int32_t suppressed = 0;
};

OrderedCells ordered_cells(const std::vector<Runs>& cells) {
  std::vector<std::size_t> order;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    if (!cells[cell].empty()) order.push_back(cell);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return cells[a].front().lower < cells[b].front().lower;
  });
  OrderedCells result;
  result.suppressed = static_cast<std::int32_t>(order.size());
  result.number.assign(cells.size(), result.suppressed);
  for (const std::size_t cell : order) {
    result.number[cell] = static_cast<std::int32_t>(result.cells.size());
    result.cells.push_back(cells[cell]);
  }
  result.cells.emplace_back();
  return result;
}

// Cells of the records; a missing one is as a suppressed one.
std::vector<std::int32_t> cells_of_records(const stats::CoveredColumn& column, const OrderedCells& cells) {
  std::vector<std::int32_t> result;
  for (const std::int32_t cell : column.masked) {
    result.push_back(cell < 0 ? cells.suppressed : cells.number[static_cast<std::size_t>(cell)]);
  }
  return result;
}

std::shared_ptr<const stats::CellCovers> covers_of(OrderedCells& cells, bool from_masked) {
  return std::make_shared<const stats::CellCovers>(stats::CellCovers{from_masked, std::move(cells.cells)});
}

// The mean squared distance of two random records.
double random_distance(const stats::CoveredColumn& column, const stats::CategoryDistance& distance) {
  double total = 0.0, sum = 0.0;
  std::vector<std::size_t> used;
  for (std::size_t place = 0; place < column.counts.size(); ++place) {
    total += static_cast<double>(column.counts[place]);
    if (column.counts[place] > 0) used.push_back(place);
  }
  if (!(total > 0.0)) return 1.0;
  constexpr std::size_t many = 4000;  // categories, whose pairs would take long
  if (distance.is_nominal() || used.size() > many) {
    for (const std::size_t place : used) {
      const double share = static_cast<double>(column.counts[place]) / total;
      sum += share * share;
    }
    return 1.0 - sum;
  }
  for (const std::size_t a : used) {
    for (const std::size_t b : used) {
      const double apart = distance.between(static_cast<std::int32_t>(a), static_cast<std::int32_t>(b));
      sum += apart * apart * (static_cast<double>(column.counts[a]) / total) *
             (static_cast<double>(column.counts[b]) / total);
    }
  }
  return sum;
}

stats::MixedColumn coarse_numbers(const stats::CoveredColumn& column, double factor, bool from_masked) {
  Numbers of_value = column.numbers;
  std::vector<Numbers> of_cell = other_numbers(column);
  std::vector<std::span<double>> sides{of_value};
  for (Numbers& numbers : of_cell) sides.emplace_back(numbers);
  stats::scale_exactly(sides, factor);
  OrderedCells cells = ordered_cells(runs_of_cells(column, of_value, of_cell));
  Numbers before(column.original.size(), nan), after;
  for (std::size_t row = 0; row < before.size(); ++row) {
    if (column.original[row] >= 0) before[row] = of_value[static_cast<std::size_t>(column.original[row])];
  }
  for (const std::int32_t cell : cells_of_records(column, cells)) after.push_back(static_cast<double>(cell));
  stats::MixedColumn result;
  Numbers known = before;
  std::erase_if(known, [](double number) { return std::isnan(number); });
  result.missing = 2.0 * stats::moments(known).variance();
  result.queries = from_masked ? after : before;
  result.points = from_masked ? std::move(before) : std::move(after);
  result.covers = covers_of(cells, from_masked);
  return result;
}

}  // namespace

stats::MixedColumn coarse_mixed_column(const stats::CoveredColumn& column, const ColumnInfo& info,
                                       double divisor, double weight, bool from_masked) {
  if (!column.numbers.empty()) {
    const auto steps = static_cast<double>(std::max<std::size_t>(column.numbers.size(), 2) - 1);
    return coarse_numbers(column, std::sqrt(weight) / (info.kind == Kind::ordinal ? steps : divisor),
                          from_masked);
  }
  stats::MixedColumn result;
  result.categorical = true;
  result.weight = weight;
  if (info.tree != nullptr) {
    result.distance = stats::CategoryDistance::hierarchical(column.texts, *info.tree);
  }
  result.missing = weight * random_distance(column, result.distance);
  Numbers of_value(column.counts.size());
  std::iota(of_value.begin(), of_value.end(), 0.0);
  OrderedCells cells =
      ordered_cells(runs_of_cells(column, of_value, std::vector<Numbers>(column.cells.size())));
  std::vector<std::int32_t> masked = cells_of_records(column, cells);
  result.query_codes = from_masked ? masked : column.original;
  result.point_codes = from_masked ? column.original : masked;
  result.covers = covers_of(cells, from_masked);
  return result;
}

stats::PatternColumn coarse_pattern_column(const stats::CoveredColumn& column, double tolerance) {
  using Kind = stats::MaskedCell::Kind;
  stats::PatternColumn result{column.original, column.masked, column.cells.size(), {}};
  for (std::int32_t& cell : result.masked) {
    if (cell >= 0 && column.cells[static_cast<std::size_t>(cell)].kind == Kind::suppressed) cell = -1;
  }
  result.agree = [&column, tolerance](std::int32_t value, std::int32_t masked) {
    const stats::MaskedCell& cell = column.cells[static_cast<std::size_t>(masked)];
    if (cell.kind == Kind::label) return cell.covers(value);
    if (column.numbers.empty() || tolerance == 0.0) return cell.kind == Kind::value && cell.place == value;
    // A suppressed cell, or a value that no original has, has no place among the originals.
    if (cell.kind != Kind::number && cell.place < 0) return false;
    const double number =
        cell.kind == Kind::number ? cell.number : column.numbers[static_cast<std::size_t>(cell.place)];
    return std::fabs(column.numbers[static_cast<std::size_t>(value)] - number) <= tolerance;
  };
  return result;
}

stats::PatternColumn pattern_column(const Table& original, const Table& masked, ColumnId id,
                                    double tolerance) {
  const Column &before = original.column(id), &after = masked.column(id);
  if (is_category(original, masked, id)) {
    stats::CategoryPair pair = stats::text_categories(before, after);
    const auto none = static_cast<std::int32_t>(pair.count());
    for (std::int32_t& code : pair.masked) code = code < 0 ? none : code;
    return {std::move(pair.original), std::move(pair.masked), pair.count() + 1,
            [](std::int32_t a, std::int32_t b) { return a == b; }};
  }
  const auto different = [](const Numbers& values) {
    Numbers result = values;
    std::erase_if(result, [](double value) { return std::isnan(value); });
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  };
  const auto places = [](const Numbers& values, const Numbers& among, std::int32_t missing) {
    std::vector<std::int32_t> result;
    for (const double value : values) {
      const auto place = std::lower_bound(among.begin(), among.end(), value) - among.begin();
      result.push_back(std::isnan(value) ? missing : static_cast<std::int32_t>(place));
    }
    return result;
  };
  const Numbers x = before.to_numbers(), y = after.to_numbers();
  const Numbers xs = different(x), ys = different(y);
  const auto none = static_cast<std::int32_t>(ys.size());
  return {places(x, xs, -1), places(y, ys, none), ys.size() + 1,
          [xs, ys, tolerance](std::int32_t a, std::int32_t b) {
            if (static_cast<std::size_t>(b) == ys.size()) return false;
            return std::fabs(xs[static_cast<std::size_t>(a)] - ys[static_cast<std::size_t>(b)]) <= tolerance;
          }};
}

}  // namespace sfumato::risk
