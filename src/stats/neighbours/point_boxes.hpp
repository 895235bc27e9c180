// A shrinking set of points with an exact search for the nearest that visits few of them: points
// in leaves, leaves in a tree of bounding boxes, eight to a node.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/linear/matrix.hpp"
#include "stats/neighbours/found_row.hpp"

namespace sfumato::stats {

class PointBoxes {
 public:
  // The given rows of `points`, which must outlive this and have no missing values.
  // A run that is asked to stop ends the building, too.
  PointBoxes(const Matrix& points, std::span<const std::uint32_t> rows, const Run* run = nullptr);

  std::size_t size() const { return size_; }
  void remove(std::uint32_t row);

  // The `count` nearest rows, by distance and then by row, without those in `except`.
  std::vector<FoundRow> nearest(std::span<const double> centre, std::size_t count,
                                std::span<const std::uint32_t> except = {}) const;

  // Calls visit(squared, rows, count) for each leaf that may hold a point within `limit` (a squared
  // distance) of `centre`, nearest boxes first; it returns the limit from then on. Squared distances
  // are summed in column order.
  template <class Visit>
  void search(std::span<const double> centre, double limit, Visit visit) const;

 private:
  static constexpr std::size_t fan = 8;         // children of a node
  static constexpr std::size_t leaf_size = 32;  // points of a leaf
  static constexpr std::size_t depth = 12;      // no tree of 2^32 points is as deep: 32·8^9 is as many

  struct Node {
    std::uint32_t parent = 0;
    std::uint32_t place = 0;           // which child of its parent it is
    bool above_leaves = false;         // are the children leaves?
    std::uint32_t children[fan] = {};  // nodes, or leaves
    std::uint32_t counts[fan] = {};    // points below each child
  };
  struct Leaf {
    std::uint32_t parent = 0;
    std::uint32_t place = 0;
    std::uint32_t count = 0;
    std::uint32_t rows[leaf_size] = {};
  };

  struct Candidate {
    double bound;
    std::uint32_t child;
    bool leaf;
  };

  static void leaf_distances(const double* leaf, const double* centre, std::size_t columns, double* squared);
  static void lower_bounds(const double* boxes, const double* centre, std::size_t columns, double* bounds);
  static void sort_nearest_last(Candidate* candidates, std::size_t count);
  std::uint32_t build(std::span<std::uint32_t> rows);
  void add_children(std::uint32_t node, std::span<std::uint32_t> rows, std::size_t pieces);
  void add_child(std::uint32_t node, std::span<std::uint32_t> rows);
  void refresh_above(std::uint32_t node, bool shrunk);
  double* lower_corners(std::uint32_t node) { return boxes_.data() + std::size_t{node} * 2 * columns_ * fan; }
  const double* lower_corners(std::uint32_t node) const {
    return boxes_.data() + std::size_t{node} * 2 * columns_ * fan;
  }

  const Matrix& points_;
  const Run* run_;  // while the boxes are built
  std::size_t columns_;
  std::size_t size_;
  std::vector<Node> nodes_;
  std::vector<Leaf> leaves_;
  std::vector<double> boxes_;  // per node: lower corners of the children column by column, then upper ones
  std::vector<double> coordinates_;  // per leaf: column by column
  std::vector<std::uint32_t> leaf_of_;
};

template <class Visit>
void PointBoxes::search(std::span<const double> centre, double limit, Visit visit) const {
  double bounds[fan], squared[leaf_size];
  Candidate stack[depth * fan];
  std::size_t height = 0;
  stack[height++] = {0.0, 0, false};
  while (height > 0) {
    const Candidate next = stack[--height];
    if (next.bound > limit) continue;
    if (next.leaf) {
      const Leaf& leaf = leaves_[next.child];
      leaf_distances(coordinates_.data() + next.child * columns_ * leaf_size, centre.data(), columns_,
                     squared);
      limit = visit(static_cast<const double*>(squared), leaf.rows, std::size_t{leaf.count});
      continue;
    }
    const Node& node = nodes_[next.child];
    lower_bounds(lower_corners(next.child), centre.data(), columns_, bounds);
    Candidate* candidates = stack + height;
    std::size_t count = 0;
    for (std::size_t c = 0; c < fan; ++c) {
      if (node.counts[c] == 0 || bounds[c] > limit) continue;
      candidates[count++] = {bounds[c], node.children[c], node.above_leaves};
    }
    sort_nearest_last(candidates, count);
    height += count;
  }
}

}  // namespace sfumato::stats
