// Building by halving the widest side, and searching the nearest box first. Squared distances
// and bounds are summed in the same column order: rounding is monotone, so a bound never exceeds the distance
// of a point inside its box, and pruning cannot change a result.
#include "stats/neighbours/point_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/number_limits.hpp"
#include "core/vector_clones.hpp"
#include "stats/neighbours/lanes.hpp"

namespace sfumato::stats {
namespace {

constexpr std::size_t rows_between_stops = 10'000;

bool contains(std::span<const std::uint32_t> rows, std::uint32_t row) {
  return std::find(rows.begin(), rows.end(), row) != rows.end();
}

bool nearer(const FoundRow& a, const FoundRow& b) {
  return a.squared != b.squared ? a.squared < b.squared : a.row < b.row;
}

}  // namespace

SFUMATO_VECTOR_CLONES
void PointBoxes::leaf_distances(const double* leaf, const double* centre, std::size_t columns,
                                double* squared) {
  squared_distances<DoubleLanes, leaf_size>(leaf, centre, columns, squared);
}

// The least squared distance that a point in each child's box can have.
SFUMATO_VECTOR_CLONES
void PointBoxes::lower_bounds(const double* boxes, const double* centre, std::size_t columns,
                              double* bounds) {
  constexpr std::size_t lanes = sizeof(DoubleLanes) / sizeof(double);
  constexpr std::size_t vectors = fan / lanes;
  const DoubleLanes zero = {};
  DoubleLanes sums[vectors] = {};
  for (std::size_t j = 0; j < columns; ++j) {
    for (std::size_t v = 0; v < vectors; ++v) {
      const double* corner = boxes + j * fan + v * lanes;
      DoubleLanes lower, upper;
      load_lanes(lower, corner);
      load_lanes(upper, corner + columns * fan);
      const DoubleLanes below = lower - centre[j];
      const DoubleLanes above = centre[j] - upper;
      DoubleLanes outside = below > above ? below : above;
      outside = outside > zero ? outside : zero;
      sums[v] += outside * outside;
    }
  }
  for (std::size_t v = 0; v < vectors; ++v) store_lanes(bounds + v * lanes, sums[v]);
}

void PointBoxes::sort_nearest_last(Candidate* candidates, std::size_t count) {
  for (std::size_t i = 1; i < count; ++i) {
    const Candidate candidate = candidates[i];
    std::size_t place = i;
    for (; place > 0 && candidate.bound > candidates[place - 1].bound; --place)
      candidates[place] = candidates[place - 1];
    candidates[place] = candidate;
  }
}

PointBoxes::PointBoxes(const Matrix& points, std::span<const std::uint32_t> rows, const Run* run)
    : points_(points), run_(run), columns_(points.columns()), size_(rows.size()), leaf_of_(points.rows()) {
  std::vector<std::uint32_t> order(rows.begin(), rows.end());
  build(order);
  run_ = nullptr;  // the boxes may outlive it
}

std::uint32_t PointBoxes::build(std::span<std::uint32_t> rows) {
  const auto node = static_cast<std::uint32_t>(nodes_.size());
  nodes_.emplace_back();
  boxes_.resize(boxes_.size() + 2 * columns_ * fan);
  std::fill_n(lower_corners(node), columns_ * fan, infinity);
  std::fill_n(lower_corners(node) + columns_ * fan, columns_ * fan, -infinity);
  const std::size_t leaves = (rows.size() + leaf_size - 1) / leaf_size;
  nodes_[node].above_leaves = leaves <= fan;
  add_children(node, rows, std::min(fan, std::max<std::size_t>(leaves, 1)));
  return node;
}

// Cuts the rows into pieces of whole leaves, halving the widest side each time.
void PointBoxes::add_children(std::uint32_t node, std::span<std::uint32_t> rows, std::size_t pieces) {
  if (pieces == 1) {
    add_child(node, rows);
    return;
  }
  if (run_ != nullptr && rows.size() > rows_between_stops) run_->check_stop();
  std::size_t widest = 0;
  double width = -1.0;
  for (std::size_t j = 0; j < columns_; ++j) {
    double lower = infinity, upper = -infinity;
    for (const std::uint32_t row : rows) {
      lower = std::min(lower, points_(row, j));
      upper = std::max(upper, points_(row, j));
    }
    if (upper - lower > width) {
      width = upper - lower;
      widest = j;
    }
  }
  const std::size_t leaves = (rows.size() + leaf_size - 1) / leaf_size;
  const std::size_t middle = leaves * (pieces / 2) / pieces * leaf_size;
  std::nth_element(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(middle), rows.end(),
                   [&](std::uint32_t a, std::uint32_t b) {
                     return points_(a, widest) != points_(b, widest) ? points_(a, widest) < points_(b, widest)
                                                                     : a < b;
                   });
  add_children(node, rows.first(middle), pieces / 2);
  add_children(node, rows.subspan(middle), pieces - pieces / 2);
}

void PointBoxes::add_child(std::uint32_t node, std::span<std::uint32_t> rows) {
  std::uint32_t place = 0;
  while (nodes_[node].counts[place] != 0) ++place;
  std::uint32_t child = 0;
  if (nodes_[node].above_leaves) {
    child = static_cast<std::uint32_t>(leaves_.size());
    Leaf& leaf = leaves_.emplace_back();
    leaf.parent = node;
    leaf.place = place;
    leaf.count = static_cast<std::uint32_t>(rows.size());
    coordinates_.resize(coordinates_.size() + columns_ * leaf_size);
    double* values = coordinates_.data() + child * columns_ * leaf_size;
    for (std::size_t t = 0; t < rows.size(); ++t) {
      leaf.rows[t] = rows[t];
      leaf_of_[rows[t]] = child;
      for (std::size_t j = 0; j < columns_; ++j) values[j * leaf_size + t] = points_(rows[t], j);
    }
  } else {
    child = build(rows);
    nodes_[child].parent = node;
    nodes_[child].place = place;
  }
  nodes_[node].children[place] = child;
  nodes_[node].counts[place] = static_cast<std::uint32_t>(rows.size());
  double* lower = lower_corners(node);
  double* upper = lower + columns_ * fan;
  for (std::size_t j = 0; j < columns_; ++j) {
    for (const std::uint32_t row : rows) {
      lower[j * fan + place] = std::min(lower[j * fan + place], points_(row, j));
      upper[j * fan + place] = std::max(upper[j * fan + place], points_(row, j));
    }
  }
}

void PointBoxes::remove(std::uint32_t row) {
  const std::uint32_t id = leaf_of_[row];
  Leaf& leaf = leaves_[id];
  double* values = coordinates_.data() + id * columns_ * leaf_size;
  const auto slot = static_cast<std::size_t>(std::find(leaf.rows, leaf.rows + leaf.count, row) - leaf.rows);
  --leaf.count;
  --size_;
  leaf.rows[slot] = leaf.rows[leaf.count];
  double* lower = lower_corners(leaf.parent);
  double* upper = lower + columns_ * fan;
  bool shrunk = false;
  for (std::size_t j = 0; j < columns_; ++j) {
    values[j * leaf_size + slot] = values[j * leaf_size + leaf.count];
    const double* begin = values + j * leaf_size;
    double low = infinity, high = -infinity;
    for (std::size_t t = 0; t < leaf.count; ++t) {
      low = begin[t] < low ? begin[t] : low;
      high = begin[t] > high ? begin[t] : high;
    }
    shrunk = shrunk || low != lower[j * fan + leaf.place] || high != upper[j * fan + leaf.place];
    lower[j * fan + leaf.place] = low;
    upper[j * fan + leaf.place] = high;
  }
  nodes_[leaf.parent].counts[leaf.place] = leaf.count;
  refresh_above(leaf.parent, shrunk);
}

// Updates the counts of all ancestors after one point below was removed, and the boxes as far up
// as they have shrunk.
void PointBoxes::refresh_above(std::uint32_t node, bool shrunk) {
  while (node != 0) {
    const Node& child = nodes_[node];
    const double* lower = lower_corners(node);
    const double* upper = lower + columns_ * fan;
    double* parent_lower = lower_corners(child.parent);
    double* parent_upper = parent_lower + columns_ * fan;
    const bool look = std::exchange(shrunk, false);
    for (std::size_t j = 0; look && j < columns_; ++j) {
      const double low = *std::min_element(lower + j * fan, lower + (j + 1) * fan);
      const double high = *std::max_element(upper + j * fan, upper + (j + 1) * fan);
      double& old_low = parent_lower[j * fan + child.place];
      double& old_high = parent_upper[j * fan + child.place];
      shrunk = shrunk || low != old_low || high != old_high;
      old_low = low;
      old_high = high;
    }
    --nodes_[child.parent].counts[child.place];
    node = child.parent;
  }
}

std::vector<FoundRow> PointBoxes::nearest(std::span<const double> centre, std::size_t count,
                                          std::span<const std::uint32_t> except) const {
  std::vector<FoundRow> heap;  // the worst on top
  if (count == 0) return heap;
  double limit = infinity;
  search(centre, limit, [&](const double* squared, const std::uint32_t* rows, std::size_t points) {
    for (std::size_t t = 0; t < points; ++t) {
      if (squared[t] > limit || contains(except, rows[t])) continue;
      const FoundRow entry{squared[t], rows[t]};
      if (heap.size() == count) {
        if (!nearer(entry, heap.front())) continue;
        std::pop_heap(heap.begin(), heap.end(), nearer);
        heap.pop_back();
      }
      heap.push_back(entry);
      std::push_heap(heap.begin(), heap.end(), nearer);
      if (heap.size() == count) limit = heap.front().squared;
    }
    return limit;
  });
  std::sort_heap(heap.begin(), heap.end(), nearer);
  return heap;
}

}  // namespace sfumato::stats
