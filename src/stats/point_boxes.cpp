// Building by halving the widest side, and searching the nearest box first. Squared distances
// and bounds are summed in the same column order: rounding is monotone, so a bound never passes the
// distance of a point inside its box, and pruning cannot change an answer.
#include "stats/point_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/lanes.hpp"
#include "stats/vector_clones.hpp"

namespace sfumato::stats {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t fan_out = 8;
constexpr std::size_t leaf_width = 32;

SFUMATO_VECTOR_CLONES
void leaf_distances(const double* leaf, const double* centre, std::size_t columns, double* squared) {
  squared_distances<DoubleLanes, leaf_width>(leaf, centre, columns, squared);
}

// The least squared distance that a point in each child's box can have.
SFUMATO_VECTOR_CLONES
void lower_bounds(const double* boxes, const double* centre, std::size_t columns, double* bounds) {
  constexpr std::size_t vectors = fan_out * sizeof(double) / sizeof(DoubleLanes);
  const auto* lower = reinterpret_cast<const DoubleLanes*>(boxes);
  const auto* upper = reinterpret_cast<const DoubleLanes*>(boxes + columns * fan_out);
  const DoubleLanes zero = {};
  DoubleLanes sums[vectors] = {};
  for (std::size_t j = 0; j < columns; ++j) {
    for (std::size_t v = 0; v < vectors; ++v) {
      const DoubleLanes below = lower[j * vectors + v] - centre[j];
      const DoubleLanes above = centre[j] - upper[j * vectors + v];
      DoubleLanes outside = below > above ? below : above;
      outside = outside > zero ? outside : zero;
      sums[v] += outside * outside;
    }
  }
  for (std::size_t v = 0; v < vectors; ++v) reinterpret_cast<DoubleLanes*>(bounds)[v] = sums[v];
}

struct Visit {
  double bound;
  std::uint32_t node;
  bool leaf;
};

bool contains(std::span<const std::uint32_t> rows, std::uint32_t row) {
  return std::find(rows.begin(), rows.end(), row) != rows.end();
}

bool nearer(const Found& a, const Found& b) {
  return a.squared != b.squared ? a.squared < b.squared : a.row < b.row;
}

// Pushes the visits of one node so that the nearest box is on top of the stack.
void push_sorted(std::vector<Visit>& stack, Visit* visits, std::size_t count) {
  for (std::size_t i = 1; i < count; ++i) {
    const Visit visit = visits[i];
    std::size_t place = i;
    for (; place > 0 && visit.bound > visits[place - 1].bound; --place) visits[place] = visits[place - 1];
    visits[place] = visit;
  }
  stack.insert(stack.end(), visits, visits + count);
}

}  // namespace

PointBoxes::PointBoxes(const Matrix& points, std::span<const std::uint32_t> rows)
    : points_(points), columns_(points.columns()), size_(rows.size()), leaf_of_(points.rows()) {
  static_assert(fan == fan_out && leaf_size == leaf_width);
  std::vector<std::uint32_t> order(rows.begin(), rows.end());
  build(order);
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
  for (std::size_t j = 0; j < columns_; ++j) {
    values[j * leaf_size + slot] = values[j * leaf_size + leaf.count];
    const double* begin = values + j * leaf_size;
    double low = infinity, high = -infinity;
    for (std::size_t t = 0; t < leaf.count; ++t) {
      low = begin[t] < low ? begin[t] : low;
      high = begin[t] > high ? begin[t] : high;
    }
    lower[j * fan + leaf.place] = low;
    upper[j * fan + leaf.place] = high;
  }
  nodes_[leaf.parent].counts[leaf.place] = leaf.count;
  refresh_above(leaf.parent);
}

// Brings the boxes and counts of all ancestors up to date after one point below left.
void PointBoxes::refresh_above(std::uint32_t node) {
  while (node != 0) {
    const Node& child = nodes_[node];
    const double* lower = lower_corners(node);
    const double* upper = lower + columns_ * fan;
    double* parent_lower = lower_corners(child.parent);
    double* parent_upper = parent_lower + columns_ * fan;
    for (std::size_t j = 0; j < columns_; ++j) {
      parent_lower[j * fan + child.place] = *std::min_element(lower + j * fan, lower + (j + 1) * fan);
      parent_upper[j * fan + child.place] = *std::max_element(upper + j * fan, upper + (j + 1) * fan);
    }
    --nodes_[child.parent].counts[child.place];
    node = child.parent;
  }
}

std::vector<Found> PointBoxes::nearest(std::span<const double> centre, std::size_t count,
                                       std::span<const std::uint32_t> except) const {
  std::vector<Found> heap;  // the worst on top
  if (count == 0) return heap;
  double limit = infinity;
  double bounds[fan], squared[leaf_size];
  std::vector<Visit> stack{{0.0, 0, false}};
  while (!stack.empty()) {
    const Visit visit = stack.back();
    stack.pop_back();
    if (visit.bound > limit) continue;
    if (visit.leaf) {
      const Leaf& leaf = leaves_[visit.node];
      leaf_distances(coordinates_.data() + visit.node * columns_ * leaf_size, centre.data(), columns_,
                     squared);
      for (std::size_t t = 0; t < leaf.count; ++t) {
        if (squared[t] > limit) continue;
        const Found entry{squared[t], leaf.rows[t]};
        if (contains(except, entry.row)) continue;
        if (heap.size() == count) {
          if (!nearer(entry, heap.front())) continue;
          std::pop_heap(heap.begin(), heap.end(), nearer);
          heap.pop_back();
        }
        heap.push_back(entry);
        std::push_heap(heap.begin(), heap.end(), nearer);
        if (heap.size() == count) limit = heap.front().squared;
      }
      continue;
    }
    const Node& node = nodes_[visit.node];
    lower_bounds(lower_corners(visit.node), centre.data(), columns_, bounds);
    Visit children[fan];
    std::size_t kept = 0;
    for (std::size_t c = 0; c < fan; ++c) {
      if (node.counts[c] == 0 || bounds[c] > limit) continue;
      children[kept++] = {bounds[c], node.children[c], node.above_leaves};
    }
    push_sorted(stack, children, kept);
  }
  std::sort_heap(heap.begin(), heap.end(), nearer);
  return heap;
}

}  // namespace sfumato::stats
