// A shrinking set of points that answers "which are nearest" exactly, looking at few of them: points
// in leaves, leaves in a tree of bounding boxes, eight to a node.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stats/farthest_points.hpp"
#include "stats/matrix.hpp"

namespace sfumato::stats {

class PointBoxes {
 public:
  // The given rows of `points`, which must outlive this and have no missing values.
  PointBoxes(const Matrix& points, std::span<const std::uint32_t> rows);

  std::size_t size() const { return size_; }
  void remove(std::uint32_t row);

  // The `count` nearest rows, by distance and then by row, but for those in `except`.
  std::vector<Found> nearest(std::span<const double> centre, std::size_t count,
                             std::span<const std::uint32_t> except = {}) const;

 private:
  static constexpr std::size_t fan = 8;         // children of a node
  static constexpr std::size_t leaf_size = 32;  // points of a leaf

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

  std::uint32_t build(std::span<std::uint32_t> rows);
  void add_children(std::uint32_t node, std::span<std::uint32_t> rows, std::size_t pieces);
  void add_child(std::uint32_t node, std::span<std::uint32_t> rows);
  void refresh_above(std::uint32_t node);
  double* lower_corners(std::uint32_t node) { return boxes_.data() + node * 2 * columns_ * fan; }
  const double* lower_corners(std::uint32_t node) const { return boxes_.data() + node * 2 * columns_ * fan; }

  const Matrix& points_;
  std::size_t columns_;
  std::size_t size_;
  std::vector<Node> nodes_;
  std::vector<Leaf> leaves_;
  std::vector<double> boxes_;  // per node: lower corners of the children column by column, then upper ones
  std::vector<double> coordinates_;  // per leaf: column by column
  std::vector<std::uint32_t> leaf_of_;
};

}  // namespace sfumato::stats
