#include "tables/protection_loss.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/error.hpp"

namespace sfumato::tables {
namespace {

// The cell that a relation says is the sum of the others: the only one of its sign. Of two cells it is the
// one with the negative coefficient, which is how sums are written.
std::optional<std::size_t> sum_of(std::span<const Term> terms) {
  std::size_t negative = 0, last_negative = 0, last_positive = 0;
  for (const Term& term : terms) {
    (term.coefficient < 0 ? last_negative : last_positive) = term.cell;
    negative += term.coefficient < 0 ? 1 : 0;
  }
  if (negative == 1 && terms.size() > 1) return last_negative;
  if (negative > 1 && negative + 1 == terms.size()) return last_positive;
  return std::nullopt;
}

std::vector<bool> finest_cells(const CellTable& table) {
  std::vector<bool> finest(table.cells.size(), true);
  for (std::size_t relation = 0; relation < table.relations.count(); ++relation) {
    if (const auto sum = sum_of(table.relations.terms(relation))) finest[*sum] = false;
  }
  return finest;
}

bool is_counted(const CellTable& table, std::size_t cell) {
  if (table.responses.empty()) return true;
  const std::size_t response = table.dimensions.empty() ? 0 : table.codes_of(cell).back();
  return table.responses[response].counts;
}

std::optional<double> hellinger(const CellTable& original, const CellTable& published) {
  const std::vector<bool> finest = finest_cells(original);
  double before = 0, after = 0;
  for (std::size_t cell = 0; cell < finest.size(); ++cell) {
    if (!finest[cell] || !is_counted(original, cell)) continue;
    if (original.cells[cell].value.is_negative() || published.cells[cell].value.is_negative())
      return std::nullopt;
    before += original.cells[cell].value.number();
    after += published.cells[cell].value.number();
  }
  if (!(before > 0) || !(after > 0)) return std::nullopt;
  double sum = 0;
  for (std::size_t cell = 0; cell < finest.size(); ++cell) {
    if (!finest[cell] || !is_counted(original, cell)) continue;
    const double off = std::sqrt(original.cells[cell].value.number() / before) -
                       std::sqrt(published.cells[cell].value.number() / after);
    sum += off * off;
  }
  return std::min(1.0, std::sqrt(sum / 2));
}

// Relations that hold before and not after, compared exactly.
std::size_t broken_relations(const CellTable& original, const CellTable& published) {
  std::size_t broken = 0;
  for (std::size_t relation = 0; relation < original.relations.count(); ++relation) {
    Decimal sum = -original.relations.right(relation);
    for (const Term& term : original.relations.terms(relation)) {
      sum = sum + Decimal::whole(term.coefficient) * published.cells[term.cell].value;
    }
    broken += sum.is_zero() ? 0 : 1;
  }
  return broken;
}

// Minimum and mean of a stream of numbers.
class Spread {
 public:
  void add(double number) {
    least_ = count_ == 0 ? number : std::min(least_, number);
    sum_ += number;
    ++count_;
  }
  std::optional<double> least() const { return count_ == 0 ? std::nullopt : std::optional(least_); }
  std::optional<double> mean() const {
    return count_ == 0 ? std::nullopt : std::optional(sum_ / static_cast<double>(count_));
  }

 private:
  std::size_t count_ = 0;
  double least_ = 0, sum_ = 0;
};

double part_of(double part, double whole) { return whole > 0 ? part / whole : 0.0; }

void require_same_cells(const CellTable& original, const CellTable& published) {
  if (original.cells.size() == published.cells.size() && original.coordinates == published.coordinates)
    return;
  bad_input("the two tables do not have the same cells, so that their values cannot be compared",
            "compare a table with its protected version");
}

}  // namespace

SuppressionLoss suppression_loss(const CellTable& table) {
  SuppressionLoss loss;
  loss.cells = table.cells.size();
  double value = 0, cost = 0;
  for (const Cell& cell : table.cells) {
    const double size = std::abs(cell.value.number());
    value += size;
    cost += cell.cost.number();
    if (cell.status == CellStatus::primary) {
      ++loss.primary;
      loss.primary_value += size;
    } else if (cell.status == CellStatus::secondary) {
      ++loss.secondary;
      loss.secondary_value += size;
      loss.secondary_cost += cell.cost.number();
    }
  }
  loss.suppressed_share =
      part_of(static_cast<double>(loss.primary + loss.secondary), static_cast<double>(loss.cells));
  loss.secondary_value_share = part_of(loss.secondary_value, value);
  loss.secondary_cost_share = part_of(loss.secondary_cost, cost);
  return loss;
}

DistanceLoss distance_loss(const CellTable& original, const CellTable& published) {
  require_same_cells(original, published);
  DistanceLoss loss;
  loss.cells = original.cells.size();
  double squares = 0, relative = 0, weighted = 0, weights = 0;
  std::size_t not_zero = 0;
  for (std::size_t cell = 0; cell < loss.cells; ++cell) {
    const Cell& was = original.cells[cell];
    const double off = std::abs((published.cells[cell].value - was.value).number());
    const double weight = was.cost.number();
    loss.changed += off > 0 ? 1 : 0;
    loss.total_absolute += off;
    loss.largest_absolute = std::max(loss.largest_absolute, off);
    squares += off * off;
    weighted += weight * off;
    weights += weight;
    if (was.value.is_zero()) {
      loss.zeros_changed += off > 0 ? 1 : 0;
      continue;
    }
    const double share = off / std::abs(was.value.number());
    ++not_zero;
    relative += share;
    loss.largest_relative = std::max(loss.largest_relative, share);
  }
  const double count = static_cast<double>(loss.cells);
  loss.mean_absolute = part_of(loss.total_absolute, count);
  loss.root_mean_square = std::sqrt(part_of(squares, count));
  loss.mean_relative = part_of(relative, static_cast<double>(not_zero));
  loss.weighted_absolute = part_of(weighted, weights);
  loss.not_additive = broken_relations(original, published);
  loss.hellinger = hellinger(original, published);
  return loss;
}

LostShares lost_shares(const CellTable& original, const CellTable& published) {
  require_same_cells(original, published);
  double value = 0, value_lost = 0, cost = 0, cost_lost = 0, lost = 0;
  for (std::size_t cell = 0; cell < original.cells.size(); ++cell) {
    const Cell& was = original.cells[cell];
    const bool left_out = published.cells[cell].suppressed();
    const double size = std::abs(was.value.number());
    const double off = left_out ? size : std::abs((published.cells[cell].value - was.value).number());
    const double weight = std::max(0.0, was.cost.number());
    const bool touched = left_out || off > 0;
    value += size;
    value_lost += off;
    cost += weight;
    cost_lost += touched ? weight * (size > 0 ? off / size : 1.0) : 0.0;
    lost += touched ? 1 : 0;
  }
  return {part_of(value_lost, value), part_of(lost, static_cast<double>(original.cells.size())),
          part_of(cost_lost, cost)};
}

IntervalWidths interval_widths(const CellTable& table, const Audit& audit) {
  constexpr double millionth = 1e-6;
  IntervalWidths widths;
  Spread width, relative, of_need;
  for (const AuditedCell& cell : audit.cells) {
    ++widths.cells;
    if (!cell.interval.lower || !cell.interval.upper) {
      ++widths.unbounded;
      continue;
    }
    const double wide = std::max(0.0, *cell.interval.upper - *cell.interval.lower);
    const double value = std::abs(table.cells[cell.cell].value.number());
    const double need = std::max(cell.need_upper - cell.need_lower, cell.need_width);
    width.add(wide);
    widths.exact += wide <= millionth * std::max(1.0, value) ? 1 : 0;
    if (value > 0) relative.add(wide / value);
    if (need > 0) of_need.add(wide / need);
  }
  widths.unsafe = unsafe_cells(audit).size();
  widths.least_width = width.least();
  widths.mean_width = width.mean();
  widths.least_relative = relative.least();
  widths.mean_relative = relative.mean();
  widths.least_of_need = of_need.least();
  widths.mean_of_need = of_need.mean();
  return widths;
}

}  // namespace sfumato::tables
