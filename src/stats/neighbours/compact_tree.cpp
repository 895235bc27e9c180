// Building by halving the widest side, and searching the nearest box first. The box of an empty child lies at
// infinity, as does the place of a point that left, so that no search finds them.
#include "stats/neighbours/compact_tree.hpp"

#include <algorithm>
#include <limits>

#include "core/vector_clones.hpp"
#include "stats/neighbours/lanes.hpp"

namespace sfumato::stats {
namespace {

constexpr float float_infinity = std::numeric_limits<float>::infinity();

}  // namespace

// Says whether any is within the limit; often half of the axes tell that none is.
SFUMATO_VECTOR_CLONES
bool CompactTree::leaf_distances(const float* leaf, const CentreOnAxes& centre, float limit, float* squared) {
  constexpr std::size_t lanes = sizeof(FloatLanes) / sizeof(float);
  constexpr std::size_t vectors = leaf_size / lanes;
  FloatLanes sums[vectors] = {};
  std::size_t a = 0;
  for (std::size_t end = (centre.count + 1) / 2;; end = centre.count) {
    for (; a < end; ++a) {
      const float* values = leaf + centre.positions[a] * leaf_size;
      for (std::size_t v = 0; v < vectors; ++v) {
        FloatLanes difference;
        load_lanes(difference, values + v * lanes);
        difference -= centre.values[a];
        sums[v] += difference * difference;
      }
    }
    FloatLanes least = sums[0];
    for (std::size_t v = 1; v < vectors; ++v) least = sums[v] < least ? sums[v] : least;
    float nearest[lanes];
    store_lanes(nearest, least);
    int any = 0;
    for (std::size_t t = 0; t < lanes; ++t) any |= nearest[t] <= limit ? 1 : 0;
    if (any == 0) return false;
    if (end == centre.count) break;
  }
  for (std::size_t v = 0; v < vectors; ++v) store_lanes(squared + v * lanes, sums[v]);
  return true;
}

// The least squared distance that a point in each child's box can have.
SFUMATO_VECTOR_CLONES
void CompactTree::lower_bounds(const float* boxes, const CentreOnAxes& centre, float* bounds) {
  static_assert(fan == sizeof(FloatLanes) / sizeof(float));
  const FloatLanes zero = {};
  FloatLanes sum = {};
  for (std::size_t a = 0; a < centre.count; ++a) {
    FloatLanes lower, upper;
    load_lanes(lower, boxes + centre.positions[a] * 2 * fan);
    load_lanes(upper, boxes + centre.positions[a] * 2 * fan + fan);
    const FloatLanes below = lower - centre.values[a];
    const FloatLanes above = centre.values[a] - upper;
    FloatLanes outside = below > above ? below : above;
    outside = outside > zero ? outside : zero;
    sum += outside * outside;
  }
  store_lanes(bounds, sum);
}

void CompactTree::sort_nearest_last(Candidate* candidates, std::size_t count) {
  for (std::size_t i = 1; i < count; ++i) {
    const Candidate candidate = candidates[i];
    std::size_t place = i;
    for (; place > 0 && candidate.bound > candidates[place - 1].bound; --place)
      candidates[place] = candidates[place - 1];
    candidates[place] = candidate;
  }
}

// Starts to load what the search computes first of leaves that it will visit; memory is slower than it is.
void CompactTree::fetch_leaves(const Candidate* candidates, std::size_t count) const {
  constexpr std::size_t line = 64 / sizeof(float);
  for (std::size_t c = 0; c < count && (candidates[c].child & leaf_mark) != 0; ++c) {
    const float* values = leaf_values(candidates[c].child & ~leaf_mark);
    for (std::size_t i = 0; i < axes_.size() * leaf_size / 2; i += line) __builtin_prefetch(values + i);
  }
}

CompactTree::CompactTree(const CompactPoints& points, std::span<const std::uint32_t> rows,
                         std::span<const std::uint32_t> axes, std::vector<std::uint32_t>& leaf_of,
                         const Run& run)
    : points_(points), leaf_of_(leaf_of), axes_(axes.begin(), axes.end()), size_(rows.size()) {
  run.check_stop();
  const std::size_t leaves = rows.size() / leaf_size + 1;
  leaves_.reserve(leaves);
  coordinates_.reserve(leaves * axes_.size() * leaf_size);
  std::vector<Keyed> keyed;
  keyed.reserve(rows.size());
  for (const std::uint32_t row : rows) keyed.push_back({0.0F, row});
  if (!keyed.empty()) build(keyed);
}

std::uint32_t CompactTree::build(std::span<Keyed> rows) {
  const auto node = static_cast<std::uint32_t>(nodes_.size());
  nodes_.emplace_back();
  boxes_.resize(boxes_.size() + 2 * axes_.size() * fan, float_infinity);
  const std::size_t leaves = (rows.size() + leaf_size - 1) / leaf_size;
  std::size_t below = 1;  // leaves below a child: full nodes, so that few are visited
  while (below * fan < leaves) below *= fan;
  add_children(node, rows, (leaves + below - 1) / below, leaves <= fan);
  return node;
}

std::size_t CompactTree::widest_axis(std::span<const Keyed> rows) const {
  std::vector<float> lower(axes_.size(), float_infinity), upper(axes_.size(), -float_infinity);
  for (const Keyed& entry : rows) {
    const float* values = points_.turned(entry.row);
    for (std::size_t a = 0; a < axes_.size(); ++a) {
      lower[a] = std::min(lower[a], values[axes_[a]]);
      upper[a] = std::max(upper[a], values[axes_[a]]);
    }
  }
  std::size_t widest = 0;
  for (std::size_t a = 1; a < axes_.size(); ++a) {
    if (upper[a] - lower[a] > upper[widest] - lower[widest]) widest = a;
  }
  return axes_[widest];
}

// Cuts the rows into pieces of whole leaves, halving the widest side each time.
void CompactTree::add_children(std::uint32_t node, std::span<Keyed> rows, std::size_t pieces, bool leaves) {
  if (pieces == 1) {
    add_child(node, rows, leaves);
    return;
  }
  const std::size_t axis = widest_axis(rows);
  for (Keyed& entry : rows) entry.key = points_.turned(entry.row)[axis];
  const std::size_t leaf_count = (rows.size() + leaf_size - 1) / leaf_size;
  const std::size_t middle = leaf_count * (pieces / 2) / pieces * leaf_size;
  std::nth_element(
      rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(middle), rows.end(),
      [](const Keyed& a, const Keyed& b) { return a.key != b.key ? a.key < b.key : a.row < b.row; });
  add_children(node, rows.first(middle), pieces / 2, leaves);
  add_children(node, rows.subspan(middle), pieces - pieces / 2, leaves);
}

void CompactTree::add_child(std::uint32_t node, std::span<Keyed> rows, bool leaf) {
  std::uint32_t place = 0;
  while (nodes_[node].counts[place] != 0) ++place;
  std::uint32_t child = 0;
  if (leaf) {
    child = add_leaf(node, place, rows);
  } else {
    child = build(rows);
    nodes_[child].parent = node;
    nodes_[child].place = place;
  }
  nodes_[node].children[place] = child;
  nodes_[node].counts[place] = static_cast<std::uint32_t>(rows.size());
  float* corners = boxes(node);
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    float low = float_infinity, high = -float_infinity;
    for (const Keyed& entry : rows) {
      low = std::min(low, points_.turned(entry.row)[axes_[a]]);
      high = std::max(high, points_.turned(entry.row)[axes_[a]]);
    }
    corners[a * 2 * fan + place] = low;
    corners[a * 2 * fan + fan + place] = high;
  }
}

std::uint32_t CompactTree::add_leaf(std::uint32_t node, std::uint32_t place, std::span<const Keyed> rows) {
  const auto id = static_cast<std::uint32_t>(leaves_.size());
  Leaf& leaf = leaves_.emplace_back();
  leaf.parent = node;
  leaf.place = place;
  leaf.count = static_cast<std::uint32_t>(rows.size());
  coordinates_.resize(coordinates_.size() + axes_.size() * leaf_size, float_infinity);
  float* values = leaf_values(id);
  for (std::size_t t = 0; t < rows.size(); ++t) {
    leaf.rows[t] = rows[t].row;
    leaf_of_[rows[t].row] = id;
    for (std::size_t a = 0; a < axes_.size(); ++a) {
      values[a * leaf_size + t] = points_.turned(rows[t].row)[axes_[a]];
    }
  }
  return id | leaf_mark;
}

void CompactTree::remove(std::uint32_t row) {
  const std::uint32_t id = leaf_of_[row];
  Leaf& leaf = leaves_[id];
  float* values = leaf_values(id);
  const auto slot = static_cast<std::size_t>(std::find(leaf.rows, leaf.rows + leaf.count, row) - leaf.rows);
  --leaf.count;
  --size_;
  leaf.rows[slot] = leaf.rows[leaf.count];
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    values[a * leaf_size + slot] = values[a * leaf_size + leaf.count];
    values[a * leaf_size + leaf.count] = float_infinity;
  }
  const bool shrunk = refresh_leaf_box(leaf, values);
  nodes_[leaf.parent].counts[leaf.place] = leaf.count;
  refresh_above(leaf.parent, shrunk);
}

// The box of a leaf after one of its points left; says whether it has shrunk.
bool CompactTree::refresh_leaf_box(const Leaf& leaf, const float* values) {
  float* corners = boxes(leaf.parent) + leaf.place;
  bool shrunk = false;
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    const float* begin = values + a * leaf_size;
    float low = float_infinity, high = leaf.count == 0 ? float_infinity : -float_infinity;
    for (std::size_t t = 0; t < leaf.count; ++t) {
      low = begin[t] < low ? begin[t] : low;
      high = begin[t] > high ? begin[t] : high;
    }
    shrunk = shrunk || low != corners[a * 2 * fan] || high != corners[a * 2 * fan + fan];
    corners[a * 2 * fan] = low;
    corners[a * 2 * fan + fan] = high;
  }
  return shrunk;
}

// Updates the counts of all ancestors after one point below was removed, and the boxes as far up as they
// have shrunk.
void CompactTree::refresh_above(std::uint32_t node, bool shrunk) {
  while (node != 0) {
    const Node& child = nodes_[node];
    const float* corners = boxes(node);
    float* above = boxes(child.parent) + child.place;
    const bool look = shrunk;
    shrunk = false;
    for (std::size_t a = 0; look && a < axes_.size(); ++a) {
      float low = float_infinity, high = -float_infinity;
      for (std::size_t c = 0; c < fan; ++c) {
        if (child.counts[c] == 0) continue;
        low = std::min(low, corners[a * 2 * fan + c]);
        high = std::max(high, corners[a * 2 * fan + fan + c]);
      }
      if (low > high) high = low;  // nothing is left below
      shrunk = shrunk || low != above[a * 2 * fan] || high != above[a * 2 * fan + fan];
      above[a * 2 * fan] = low;
      above[a * 2 * fan + fan] = high;
    }
    --nodes_[child.parent].counts[child.place];
    node = child.parent;
  }
}

}  // namespace sfumato::stats
