// The different records of one table in a tree of boxes, eight to a node, for exact searches of the nearest
// by Gower's distance: a box has the range of each number and the set of categories below it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/neighbours/equal_records.hpp"
#include "stats/neighbours/gower_space.hpp"

namespace sfumato::stats {

class GowerBoxes {
 public:
  static constexpr std::size_t leaf_size = 8;  // points of a leaf

  // The space and the records must outlive this.
  GowerBoxes(const GowerSpace& space, const SpaceRecords& records, const Run& run);

  // The records that a point stands for, ascending.
  std::span<const std::uint32_t> records(std::size_t point) const { return equal_.rows(point); }

  // Calls visit(sums, points, count) for each leaf that may hold a point nearer than `limit` (or, with
  // `Equals`, as near), nearest boxes first; it returns the limit from then on. Sums are those of
  // GowerSpace::sum.
  template <bool Equals, class Visit>
  void search(const double* query, double limit, Visit visit) const;

 private:
  static constexpr std::size_t fan = 8;     // children of a node
  static constexpr std::size_t depth = 80;  // categories of unequal size make uneven trees

  struct Node {
    std::array<std::uint32_t, fan> children = {};  // nodes, or leaves
    std::array<bool, fan> leaf = {};
    std::size_t count = 0;
  };
  struct Leaf {
    std::uint32_t count = 0;
    std::array<std::uint32_t, leaf_size> points = {};
  };
  struct Candidate {
    double bound;
    std::uint32_t child;
    bool leaf;
  };
  using Points = std::span<std::uint32_t>;

  std::uint32_t build(Points points, const Run& run, std::size_t level);
  std::uint32_t add_leaf(Points points);
  void add_box(std::uint32_t node, std::size_t place, Points points);
  std::size_t split(Points points) const;
  double gain(Points points, std::size_t axis, std::vector<double>& values) const;
  double value(std::uint32_t number, std::size_t axis) const {
    return records_.record(equal_.rows(number).front())[axis];
  }
  double* box(std::uint32_t node) { return boxes_.data() + std::size_t{node} * 2 * space_.width() * fan; }
  const double* box(std::uint32_t node) const {
    return boxes_.data() + std::size_t{node} * 2 * space_.width() * fan;
  }

  static void leaf_sums(const double* leaf, const double* query, const double* scales, std::size_t width,
                        double* sums);
  static void lower_bounds(const double* box, const double* query, const double* scales, std::size_t width,
                           double* bounds);
  static void sort_nearest_last(Candidate* candidates, std::size_t count);

  const GowerSpace& space_;
  const SpaceRecords& records_;
  EqualRecords equal_;
  std::vector<Node> nodes_;
  std::vector<Leaf> leaves_;
  // Per node, column by column: lower ends of the children, then upper ends; for a category the set of its
  // codes modulo 64 as bits in place of lower ends.
  std::vector<double> boxes_;
  std::vector<double> coordinates_;  // per leaf: column by column
};

template <bool Equals, class Visit>
void GowerBoxes::search(const double* query, double limit, Visit visit) const {
  if (nodes_.empty()) return;
  const auto beyond = [](double bound, double most) { return Equals ? bound > most : bound >= most; };
  double bounds[fan], sums[leaf_size];
  Candidate stack[depth * fan];
  std::size_t height = 0;
  stack[height++] = {0.0, 0, false};
  const std::size_t width = space_.width();
  while (height > 0) {
    const Candidate next = stack[--height];
    if (beyond(next.bound, limit)) continue;
    if (next.leaf) {
      const Leaf& leaf = leaves_[next.child];
      leaf_sums(coordinates_.data() + next.child * width * leaf_size, query, space_.scales.data(), width,
                sums);
      limit = visit(static_cast<const double*>(sums), leaf.points.data(), std::size_t{leaf.count});
      continue;
    }
    const Node& node = nodes_[next.child];
    lower_bounds(box(next.child), query, space_.scales.data(), width, bounds);
    Candidate* candidates = stack + height;
    std::size_t count = 0;
    for (std::size_t c = 0; c < node.count; ++c) {
      if (!beyond(bounds[c], limit)) candidates[count++] = {bounds[c], node.children[c], node.leaf[c]};
    }
    sort_nearest_last(candidates, count);
    height += count;
  }
}

}  // namespace sfumato::stats
