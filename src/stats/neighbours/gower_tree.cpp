// Bounds of a node are summed over the columns in the same order as distances, of terms that are no larger or
// no smaller: rounding is monotone, so that no possible result is skipped.
#include "stats/neighbours/gower_tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/number_limits.hpp"

namespace sfumato::stats {
// A centre, and how far each category lies from it.
struct GowerTree::Query {
  const GowerPoint& centre;
  std::vector<std::vector<double>> apart;  // of columns that are not nominal, by code

  Query(const GowerPoint& point, const std::vector<GowerColumn>& columns)
      : centre(point), apart(columns.size()) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if (!columns[j].categorical || columns[j].distance.is_nominal()) continue;
      for (std::size_t code = 0; code < columns[j].count; ++code) {
        apart[j].push_back(columns[j].distance.between(static_cast<std::int32_t>(code), point.codes[j]));
      }
    }
  }
  double category(std::size_t j, std::int32_t code) const {
    if (apart[j].empty()) return code == centre.codes[j] ? 0.0 : 1.0;
    return apart[j][static_cast<std::size_t>(code)];
  }
};

GowerTree::GowerTree(const std::vector<GowerColumn>& columns, std::vector<std::uint32_t> rows,
                     std::span<const std::uint32_t> points, const std::vector<std::uint32_t>& fronts,
                     double category_spread)
    : columns_(columns),
      fronts_(fronts),
      category_spread_(category_spread),
      rows_(std::move(rows)),
      points_(points.begin(), points.end()),
      place_of_(rows_.size(), no_point),
      leaf_of_(points.size()) {
  if (points_.empty()) return;
  build(0, static_cast<std::uint32_t>(points_.size()), no_point);
  for (std::uint32_t place = 0; place < points_.size(); ++place) {
    place_of_[points_[place]] = place;
    for (std::size_t j = 0; j < columns_.size(); ++j) packed_.push_back(value(points_[place], j));
  }
}

double GowerTree::value(std::uint32_t point, std::size_t j) const {
  const std::uint32_t row = rows_[point];
  return columns_[j].categorical ? static_cast<double>(columns_[j].codes[row]) : columns_[j].numbers[row];
}

GowerTree::Range GowerTree::range_of(std::uint32_t begin, std::uint32_t end, std::size_t j) const {
  const GowerColumn& column = columns_[j];
  Range range{infinity, -infinity};
  for (std::uint32_t place = begin; place < end; ++place) {
    double number = value(points_[place], j);
    if (column.categorical) {
      const auto code = static_cast<std::int32_t>(number);
      range.mask |= std::uint64_t{1} << (code % 64);
      range.category = range.category == -1 || range.category == code ? code : several;
      if (code == column.missing_code) {
        range.lacking = true;
        continue;
      }
      if (column.distance.is_ordinal()) number = column.distance.place(code);
    }
    range.lower = std::min(range.lower, number);
    range.upper = std::max(range.upper, number);
  }
  return range;
}

std::uint32_t GowerTree::build(std::uint32_t begin, std::uint32_t end, std::uint32_t parent) {
  const auto number = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({begin, end, parent});
  for (std::size_t j = 0; j < columns_.size(); ++j) ranges_.push_back(range_of(begin, end, j));
  if (end - begin <= leaf_size) {
    for (std::uint32_t place = begin; place < end; ++place) leaf_of_[place] = number;
  } else {
    const std::size_t column = widest(number);
    const std::uint32_t middle = begin + (end - begin) / 2;
    std::nth_element(points_.begin() + begin, points_.begin() + middle, points_.begin() + end,
                     [&](std::uint32_t a, std::uint32_t b) {
                       const double x = value(a, column), y = value(b, column);
                       return x != y ? x < y : a < b;
                     });
    const std::uint32_t left = build(begin, middle, number), right = build(middle, end, number);
    nodes_[number].left = left;
    nodes_[number].right = right;
  }
  update(number);
  return number;
}

// Categories count as the whole width of a column.
std::size_t GowerTree::widest(std::uint32_t number) const {
  std::size_t best = 0;
  double most = -1.0;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const Range& range = ranges_[number * columns_.size() + j];
    const bool unordered = columns_[j].categorical && !columns_[j].distance.is_ordinal();
    const double spread = columns_[j].categorical && range.category != several ? 0.0
                          : unordered || range.lacking
                              ? category_spread_ * (1.0 + 0.01 * std::popcount(range.mask))
                              : range.upper - range.lower;
    if (spread > most) {
      most = spread;
      best = j;
    }
  }
  return best;
}

GowerTree::Bounds GowerTree::column_bounds(const Range& range, std::size_t j, const Query& query) const {
  const GowerColumn& column = columns_[j];
  if (column.categorical && range.category != several) {
    const double exact = query.category(j, range.category);
    return {exact, exact};
  }
  double centre = query.centre.numbers[j];
  if (column.categorical) {
    const std::int32_t code = query.centre.codes[j];
    const bool absent = (range.mask >> (code % 64) & 1U) == 0;
    if (!column.distance.is_ordinal() || code == column.missing_code) {
      return {absent ? column.distance.least() : 0.0, 1.0};
    }
    centre = column.distance.place(code);
  }
  const double outside = std::max({range.lower - centre, centre - range.upper, 0.0});
  const double across = std::max(std::fabs(range.lower - centre), std::fabs(range.upper - centre));
  return {std::min(outside, column.categorical ? 1.0 : outside),
          range.lacking ? std::max(1.0, across) : across};
}

GowerTree::Bounds GowerTree::bounds(std::uint32_t number, const Query& query) const {
  Bounds sum{0.0, 0.0};
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const Bounds one = column_bounds(ranges_[number * columns_.size() + j], j, query);
    sum.lower += one.lower;
    sum.upper += one.upper;
  }
  return sum;
}

double GowerTree::distance(std::uint32_t place, const Query& query) const {
  const double* values = packed_.data() + place * columns_.size();
  double sum = 0.0;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    sum += columns_[j].categorical ? query.category(j, static_cast<std::int32_t>(values[j]))
                                   : std::fabs(values[j] - query.centre.numbers[j]);
  }
  return sum;
}

void GowerTree::update(std::uint32_t number) {
  Node& node = nodes_[number];
  node.lowest = no_point;
  if (node.left != 0) {
    node.lowest = std::min(nodes_[node.left].lowest, nodes_[node.right].lowest);
    return;
  }
  for (std::uint32_t place = node.begin; place < node.end; ++place) {
    node.lowest = std::min(node.lowest, fronts_[points_[place]]);
  }
}

void GowerTree::refresh(std::uint32_t point) {
  for (std::uint32_t number = leaf_of_[place_of_[point]]; number != no_point;
       number = nodes_[number].parent) {
    update(number);
  }
}

void GowerTree::remove(std::uint32_t point) {
  const std::uint32_t place = place_of_[point], leaf = leaf_of_[place];
  const std::uint32_t last = --nodes_[leaf].end;
  const std::size_t width = columns_.size();
  std::swap_ranges(packed_.begin() + static_cast<std::ptrdiff_t>(place * width),
                   packed_.begin() + static_cast<std::ptrdiff_t>((place + 1) * width),
                   packed_.begin() + static_cast<std::ptrdiff_t>(last * width));
  std::swap(points_[place], points_[last]);
  place_of_[points_[place]] = place;
  place_of_[point] = last;
  refresh(point);
}

void GowerTree::search_nearest(std::uint32_t number, const Query& query, std::size_t count,
                               std::vector<std::pair<double, std::uint64_t>>& heap) const {
  const Node& node = nodes_[number];
  if (node.left == 0) {
    for (std::uint32_t place = node.begin; place < node.end; ++place) {
      const std::uint32_t point = points_[place];
      const std::pair<double, std::uint64_t> found{distance(place, query),
                                                   std::uint64_t{fronts_[point]} << 32 | point};
      if (heap.size() == count) {
        if (!(found < heap.front())) continue;
        std::pop_heap(heap.begin(), heap.end());
        heap.back() = found;
      } else {
        heap.push_back(found);
      }
      std::push_heap(heap.begin(), heap.end());
    }
    return;
  }
  const double left = bounds(node.left, query).lower, right = bounds(node.right, query).lower;
  const bool left_first =
      left < right || (left == right && nodes_[node.left].lowest < nodes_[node.right].lowest);
  for (const bool go_left : {left_first, !left_first}) {
    const std::uint32_t child = go_left ? node.left : node.right;
    const std::pair<double, std::uint64_t> least{go_left ? left : right,
                                                 std::uint64_t{nodes_[child].lowest} << 32};
    if (nodes_[child].lowest == no_point || (heap.size() == count && !(least < heap.front()))) continue;
    search_nearest(child, query, count, heap);
  }
}

std::vector<GowerTree::Candidate> GowerTree::nearest(const GowerPoint& centre, std::size_t count) const {
  std::vector<std::pair<double, std::uint64_t>> heap;  // distance, front and point; the farthest on top
  if (!nodes_.empty()) search_nearest(0, Query(centre, columns_), count, heap);
  std::vector<Candidate> result;
  for (const auto& [apart, key] : heap) result.emplace_back(apart, static_cast<std::uint32_t>(key));
  return result;
}

void GowerTree::search_farthest(std::uint32_t number, const Query& query, std::uint32_t except,
                                Candidate& best) const {
  const Node& node = nodes_[number];
  const auto front_of_best = [&] { return best.second == no_point ? no_point : fronts_[best.second]; };
  if (node.left == 0) {
    for (std::uint32_t place = node.begin; place < node.end; ++place) {
      const std::uint32_t point = points_[place];
      const double apart = distance(place, query);
      if (point == except || apart < best.first) continue;
      if (apart > best.first || fronts_[point] < front_of_best()) best = {apart, point};
    }
    return;
  }
  const double left = bounds(node.left, query).upper, right = bounds(node.right, query).upper;
  const bool left_first =
      left > right || (left == right && nodes_[node.left].lowest < nodes_[node.right].lowest);
  for (const bool go_left : {left_first, !left_first}) {
    const std::uint32_t child = go_left ? node.left : node.right;
    const double most = go_left ? left : right;
    if (nodes_[child].lowest == no_point || most < best.first) continue;
    if (most == best.first && nodes_[child].lowest >= front_of_best()) continue;
    search_farthest(child, query, except, best);
  }
}

GowerTree::Candidate GowerTree::farthest(const GowerPoint& centre, std::uint32_t except) const {
  Candidate best{-1.0, no_point};
  if (!nodes_.empty()) search_farthest(0, Query(centre, columns_), except, best);
  return best;
}

}  // namespace sfumato::stats
