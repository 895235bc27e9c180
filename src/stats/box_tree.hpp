// Exact nearest neighbours without looking at every pair: points in small leaves, leaves in a tree
// of bounding boxes. Squared distances are always summed in column order, and a box's bound is summed
// the same way, so rounding can never make the bound exceed the distance to a point inside.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/matrix.hpp"

namespace sfumato::stats {

class BoxTree {
 public:
  static constexpr std::size_t leaf_size = 32;

  explicit BoxTree(const Matrix& points);

  struct Nearest {
    double squared = std::numeric_limits<double>::infinity();         // to the nearest point
    std::uint64_t count = 0;                                          // of points at exactly that distance
    double second_squared = std::numeric_limits<double>::infinity();  // the next larger distance
    std::uint64_t second_count = 0;
  };

  // The nearest points to a query. `bound` is a squared distance at which some point is known to
  // lie, or infinity; the closer, the faster. With `want_second` unset the second ones are not filled in.
  Nearest nearest(std::span<const double> query, double bound, bool want_second) const;

  std::size_t distinct() const { return distinct_; }

 private:
  struct Node {
    std::uint32_t begin, end;  // range of leaves below
    std::uint32_t right;       // the second child; the first stands right behind its parent. 0: a leaf
  };

  std::uint32_t build(std::vector<std::uint32_t>& order, std::size_t begin, std::size_t end,
                      const Matrix& points, const std::vector<std::uint32_t>& multiplicity);
  void add_leaf(std::span<const std::uint32_t> members, const Matrix& points,
                const std::vector<std::uint32_t>& multiplicity);
  double lower_bound(std::size_t node, const double* query) const;

  std::size_t columns_;
  std::size_t distinct_ = 0;
  std::vector<Node> nodes_;
  std::vector<double> boxes_;           // per node: lower corner, then upper corner
  std::vector<double> coordinates_;     // per leaf: column by column, leaf_size points each, padded with +inf
  std::vector<std::uint32_t> weights_;  // per leaf and place: how many points share these coordinates
};

// The squared distance between row i of a and row j of b, summed in column order.
double squared_distance(const Matrix& a, std::size_t i, const Matrix& b, std::size_t j);

// For each row of `queries` its nearest rows of `points`. With `paired`, row i of one belongs to row
// i of the other, which gives the search a first bound. Equal queries are searched once.
std::vector<BoxTree::Nearest> nearest_rows(const Matrix& queries, const Matrix& points, bool paired,
                                           bool want_second, const Run& run);

}  // namespace sfumato::stats
