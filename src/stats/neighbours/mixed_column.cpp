// Distances of few categories are tabulated. Bounds use the same differences as distances: rounding is
// monotone, so that they are never too large.
#include "stats/neighbours/mixed_column.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_limits.hpp"

namespace sfumato::stats {
namespace {

constexpr std::int32_t several_cells = -2;
constexpr std::size_t most_tabulated = std::size_t{1} << 20;  // pairs

std::uint64_t category_bit(double code) {
  return std::uint64_t{1} << (static_cast<std::uint64_t>(code) % 64);
}

std::uint64_t mask_of_runs(const std::vector<ValueRun>& runs) {
  std::uint64_t mask = 0;
  for (const ValueRun& run : runs) {
    if (run.upper - run.lower >= 63.0) return ~std::uint64_t{0};
    for (double code = run.lower; code <= run.upper; code += 1.0) mask |= category_bit(code);
  }
  return mask;
}

// The run that begins last at or below a value; the end where none does.
std::vector<ValueRun>::const_iterator run_at(const std::vector<ValueRun>& runs, double value) {
  const auto after = std::upper_bound(runs.begin(), runs.end(), value,
                                      [](double wanted, const ValueRun& run) { return wanted < run.lower; });
  return after == runs.begin() ? runs.end() : std::prev(after);
}

bool run_includes(const std::vector<ValueRun>& runs, double value) {
  const auto run = run_at(runs, value);
  return run != runs.end() && value <= run->upper;
}

double nearest_run(const std::vector<ValueRun>& runs, double value) {
  const auto run = run_at(runs, value);
  if (run == runs.end()) return runs.front().lower - value;
  if (value <= run->upper) return 0.0;
  const double below = value - run->upper;
  return std::next(run) == runs.end() ? below : std::min(below, std::next(run)->lower - value);
}

std::int32_t highest_code(const std::vector<std::int32_t>& codes) {
  return codes.empty() ? -1 : *std::max_element(codes.begin(), codes.end());
}

}  // namespace

ColumnRange::ColumnRange() : lower(infinity), upper(-infinity) {}

MixedTerm::MixedTerm(const MixedColumn& column)
    : categorical_(column.categorical),
      missing_(column.missing),
      weight_(column.weight),
      distance_(column.distance),
      covers_(column.covers) {
  if (!categorical_) return;
  least_ = weight_ * distance_.least() * distance_.least();
  for (std::size_t place = 0; covers_ != nullptr && place < covers_->cells.size(); ++place) {
    masks_.push_back(mask_of_runs(covers_->cells[place]));
  }
  if (covers_ == nullptr && distance_.is_nominal()) return;
  const auto size = [&](const std::vector<std::int32_t>& codes, bool cells) {
    return cells ? covers_->cells.size() : static_cast<std::size_t>(highest_code(codes) + 1);
  };
  const std::size_t rows = size(column.query_codes, cells_are_queries()),
                    width = size(column.point_codes, cells_are_points());
  if (width == 0 || rows > most_tabulated / width) return;
  table_.reserve(rows * width);
  for (std::size_t a = 0; a < rows; ++a) {
    for (std::size_t b = 0; b < width; ++b) {
      table_.push_back(computed(static_cast<double>(a), static_cast<double>(b)));
    }
  }
  width_ = width;
}

double MixedTerm::between(std::int32_t a, std::int32_t b) const {
  const double apart = distance_.between(a, b);
  return weight_ * apart * apart;
}

double MixedTerm::nearest_category(double value, const std::vector<ValueRun>& runs) const {
  if (run_includes(runs, value)) return 0.0;
  if (distance_.is_nominal()) return weight_;
  double best = infinity;
  const auto own = static_cast<std::int32_t>(value);
  for (const ValueRun& run : runs) {
    for (double code = run.lower; code <= run.upper; code += 1.0) {
      best = std::min(best, between(own, static_cast<std::int32_t>(code)));
    }
  }
  return best;
}

double MixedTerm::to_cell(double value, double place) const {
  const std::vector<ValueRun>& runs = cell(place);
  if (runs.empty()) return missing_;
  if (categorical_) return nearest_category(value, runs);
  const double difference = nearest_run(runs, value);
  return difference * difference;
}

double MixedTerm::operator()(double query, double point) const {
  if (lacks(query) || lacks(point)) return missing_;
  if (width_ != 0) {
    return table_[static_cast<std::size_t>(query) * width_ + static_cast<std::size_t>(point)];
  }
  return computed(query, point);
}

double MixedTerm::computed(double query, double point) const {
  if (covers_ != nullptr) return cells_are_queries() ? to_cell(point, query) : to_cell(query, point);
  if (categorical_) return between(static_cast<std::int32_t>(query), static_cast<std::int32_t>(point));
  const double difference = query - point;
  return difference * difference;
}

void MixedTerm::extend(ColumnRange& range, double point) const {
  if (lacks(point) || (cells_are_points() && cell(point).empty())) {
    range.lacking = true;
    return;
  }
  const bool cells = cells_are_points();
  range.lower = std::min(range.lower, cells ? cell(point).front().lower : point);
  range.upper = std::max(range.upper, cells ? cell(point).back().upper : point);
  if (!categorical_ && !cells) return;
  const auto code = static_cast<std::int32_t>(point);
  if (categorical_) range.mask |= cells ? masks_[static_cast<std::size_t>(code)] : category_bit(point);
  range.category = range.category == -1 || range.category == code ? code : several_cells;
}

double MixedTerm::spread(const ColumnRange& range) const {
  const bool single =
      cells_are_points() || categorical_ ? range.category != several_cells : range.lower == range.upper;
  if (range.empty() || (single && !range.lacking)) return -1.0;
  if (range.lacking) return missing_;
  return categorical_ ? weight_ : (range.upper - range.lower) * (range.upper - range.lower);
}

bool MixedTerm::lacks_query(double query) const {
  return lacks(query) || (cells_are_queries() && cell(query).empty());
}

MixedTerm::Bound MixedTerm::bound(const ColumnRange& range, double query) const {
  if (range.empty() || lacks_query(query)) return {missing_, true};
  Bound result = categorical_ ? category_bound(range, query) : number_bound(range, query);
  if (range.lacking) result = {std::min(result.least, missing_), false};
  return result;
}

MixedTerm::Bound MixedTerm::category_bound(const ColumnRange& range, double query) const {
  if (range.category != several_cells) return {(*this)(query, range.category), true};
  const std::uint64_t wanted =
      cells_are_queries() ? masks_[static_cast<std::size_t>(query)] : category_bit(query);
  return {(range.mask & wanted) == 0 ? least_ : 0.0, false};
}

MixedTerm::Bound MixedTerm::number_bound(const ColumnRange& range, double query) const {
  if (cells_are_points() && range.category != several_cells) return {(*this)(query, range.category), true};
  if (!cells_are_points() && range.lower == range.upper) return {(*this)(query, range.lower), true};
  const bool cells = cells_are_queries();
  const double low = cells ? cell(query).front().lower : query,
               high = cells ? cell(query).back().upper : query;
  const double outside = std::max({range.lower - high, low - range.upper, 0.0});
  const bool inside = cells && outside == 0.0 && inclusion(range, query) == Inclusion::all;
  return {outside * outside, inside};
}

bool MixedTerm::covered(double query, double point) const {
  if (lacks_query(query)) return true;
  if (lacks(point)) return false;
  return covers_ != nullptr ? run_includes(cell(query), point) : query == point;
}

MixedTerm::Inclusion MixedTerm::inclusion(const ColumnRange& range, double query) const {
  if (lacks_query(query)) return Inclusion::all;
  if (range.empty()) return Inclusion::none;
  const Inclusion all = range.lacking ? Inclusion::some : Inclusion::all;
  if (categorical_) {
    if (range.category != several_cells) return covered(query, range.category) ? all : Inclusion::none;
    const std::uint64_t wanted =
        cells_are_queries() ? masks_[static_cast<std::size_t>(query)] : category_bit(query);
    return (range.mask & wanted) == 0 ? Inclusion::none : Inclusion::some;
  }
  if (covers_ == nullptr) {
    if (query < range.lower || query > range.upper) return Inclusion::none;
    return range.lower == range.upper ? all : Inclusion::some;
  }
  const std::vector<ValueRun>& runs = cell(query);
  if (range.upper < runs.front().lower || range.lower > runs.back().upper) return Inclusion::none;
  const auto run = run_at(runs, range.lower);
  return run != runs.end() && range.upper <= run->upper ? all : Inclusion::some;
}

}  // namespace sfumato::stats
