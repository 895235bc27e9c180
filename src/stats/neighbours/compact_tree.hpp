// A shrinking set of compact points with a search that visits those near a centre: points in leaves, leaves
// in a tree of bounding boxes, eight to a node. Half the bytes of PointBoxes, which large files are limited
// by.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/neighbours/compact_points.hpp"

namespace sfumato::stats {

// Coordinates of a centre on some of the axes that a tree has, by the axis's position in the tree.
struct CentreOnAxes {
  const std::uint32_t* positions;
  const float* values;
  std::size_t count;
};

class CompactTree {
 public:
  // The given rows on the given axes, on which none is missing. The places of all rows are stored in
  // `leaf_of`, which trees of other rows may share; both must outlive this.
  CompactTree(const CompactPoints& points, std::span<const std::uint32_t> rows,
              std::span<const std::uint32_t> axes, std::vector<std::uint32_t>& leaf_of, const Run& run);

  std::size_t size() const { return size_; }
  void remove(std::uint32_t row);

  // Calls visit(squared, rows, count) for leaves, nearest boxes first, that have a point whose turned squared
  // distance is within `limit`; it may change the distances, and returns the limit
  // from then on.
  template <class Visit>
  void search(const CentreOnAxes& centre, float limit, Visit visit) const;

 private:
  static constexpr std::size_t fan = 8;         // children of a node
  static constexpr std::size_t leaf_size = 32;  // points of a leaf
  static constexpr std::size_t depth = 12;      // no tree of 2^32 points is as deep: 32·8^9 is as many
  static constexpr std::uint32_t leaf_mark = 1U << 31U;

  struct Node {
    std::uint32_t parent = 0;
    std::uint32_t place = 0;           // which child of its parent it is
    std::uint32_t children[fan] = {};  // nodes, or leaves with leaf_mark
    std::uint32_t counts[fan] = {};    // points below each child
  };
  struct Leaf {
    std::uint32_t parent = 0;
    std::uint32_t place = 0;
    std::uint32_t count = 0;
    std::uint32_t rows[leaf_size] = {};
  };
  struct Candidate {
    float bound;
    std::uint32_t child;
  };
  struct Keyed {
    float key;
    std::uint32_t row;
  };

  static bool leaf_distances(const float* leaf, const CentreOnAxes& centre, float limit, float* squared);
  static void lower_bounds(const float* boxes, const CentreOnAxes& centre, float* bounds);
  static void sort_nearest_last(Candidate* candidates, std::size_t count);
  void fetch_leaves(const Candidate* candidates, std::size_t count) const;
  std::uint32_t build(std::span<Keyed> rows);
  void add_children(std::uint32_t node, std::span<Keyed> rows, std::size_t pieces, bool leaves);
  void add_child(std::uint32_t node, std::span<Keyed> rows, bool leaf);
  std::uint32_t add_leaf(std::uint32_t node, std::uint32_t place, std::span<const Keyed> rows);
  std::size_t widest_axis(std::span<const Keyed> rows) const;
  bool refresh_leaf_box(const Leaf& leaf, const float* values);
  void refresh_above(std::uint32_t node, bool shrunk);
  // Per node and axis: lower corners of the children, then upper ones.
  float* boxes(std::uint32_t node) { return boxes_.data() + std::size_t{node} * 2 * axes_.size() * fan; }
  const float* boxes(std::uint32_t node) const {
    return boxes_.data() + std::size_t{node} * 2 * axes_.size() * fan;
  }
  float* leaf_values(std::uint32_t leaf) {
    return coordinates_.data() + std::size_t{leaf} * axes_.size() * leaf_size;
  }
  const float* leaf_values(std::uint32_t leaf) const {
    return coordinates_.data() + std::size_t{leaf} * axes_.size() * leaf_size;
  }

  const CompactPoints& points_;
  std::vector<std::uint32_t>& leaf_of_;
  std::vector<std::uint32_t> axes_;
  std::size_t size_;
  std::vector<Node> nodes_;
  std::vector<Leaf> leaves_;
  std::vector<float> boxes_;
  std::vector<float> coordinates_;  // per leaf: axis by axis; infinite where a leaf has no point
};

template <class Visit>
void CompactTree::search(const CentreOnAxes& centre, float limit, Visit visit) const {
  if (size_ == 0) return;
  float bounds[fan], squared[leaf_size];
  Candidate stack[depth * fan];
  std::size_t height = 0;
  stack[height++] = {0.0F, 0};
  while (height > 0) {
    const Candidate next = stack[--height];
    if (next.bound > limit) continue;
    if ((next.child & leaf_mark) != 0) {
      const std::uint32_t id = next.child & ~leaf_mark;
      if (!leaf_distances(leaf_values(id), centre, limit, squared)) continue;
      const Leaf& leaf = leaves_[id];
      limit = visit(static_cast<float*>(squared), leaf.rows, std::size_t{leaf.count});
      continue;
    }
    const Node& node = nodes_[next.child];
    lower_bounds(boxes(next.child), centre, bounds);
    Candidate* candidates = stack + height;
    std::size_t count = 0;
    for (std::size_t c = 0; c < fan; ++c) {
      if (bounds[c] <= limit) candidates[count++] = {bounds[c], node.children[c]};
    }
    sort_nearest_last(candidates, count);
    height += count;
    fetch_leaves(candidates, count);
  }
}

}  // namespace sfumato::stats
