// Building a tree of boxes by halving the widest side, and searching it nearest box first.
#include "stats/box_tree.hpp"

#include <algorithm>
#include <numeric>

#include "stats/lanes.hpp"
#include "stats/vector_clones.hpp"

namespace sfumato::stats {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t leaf_size = BoxTree::leaf_size;

bool row_less(const Matrix& data, std::uint32_t a, std::uint32_t b) {
  for (std::size_t j = 0; j < data.columns(); ++j) {
    if (data(a, j) != data(b, j)) return data(a, j) < data(b, j);
  }
  return false;
}

bool row_equal(const Matrix& data, std::uint32_t a, std::uint32_t b) {
  for (std::size_t j = 0; j < data.columns(); ++j) {
    if (data(a, j) != data(b, j)) return false;
  }
  return true;
}

// One row of each set of equal rows, and which of these stands for every row.
struct DistinctRows {
  std::vector<std::uint32_t> representatives;
  std::vector<std::uint32_t> class_of;
  std::vector<std::uint32_t> sizes;
};

DistinctRows distinct_rows(const Matrix& data) {
  std::vector<std::uint32_t> order(data.rows());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return row_less(data, a, b); });
  DistinctRows result;
  result.class_of.resize(data.rows());
  for (const std::uint32_t row : order) {
    if (result.representatives.empty() || !row_equal(data, result.representatives.back(), row)) {
      result.representatives.push_back(row);
      result.sizes.push_back(0);
    }
    result.class_of[row] = static_cast<std::uint32_t>(result.representatives.size() - 1);
    ++result.sizes.back();
  }
  return result;
}

// Squared distances from a query to the points of a leaf.
SFUMATO_VECTOR_CLONES
void leaf_distances(const double* leaf, const double* query, std::size_t columns, double* squared) {
  squared_distances<DoubleLanes, leaf_size>(leaf, query, columns, squared);
}

void record(BoxTree::Nearest& best, double squared, std::uint32_t weight) {
  if (squared < best.squared) {
    best.second_squared = best.squared;
    best.second_count = best.count;
    best.squared = squared;
    best.count = weight;
  } else if (squared == best.squared) {
    best.count += weight;
  } else if (squared < best.second_squared) {
    best.second_squared = squared;
    best.second_count = weight;
  } else if (squared == best.second_squared) {
    best.second_count += weight;
  }
}

}  // namespace

BoxTree::BoxTree(const Matrix& points) : columns_(points.columns()) {
  DistinctRows distinct = distinct_rows(points);
  distinct_ = distinct.representatives.size();
  if (distinct_ == 0) return;
  std::vector<std::uint32_t> multiplicity(points.rows(), 0);
  for (std::size_t i = 0; i < distinct_; ++i) multiplicity[distinct.representatives[i]] = distinct.sizes[i];
  build(distinct.representatives, 0, distinct_, points, multiplicity);
}

std::uint32_t BoxTree::build(std::vector<std::uint32_t>& order, std::size_t begin, std::size_t end,
                             const Matrix& points, const std::vector<std::uint32_t>& multiplicity) {
  const auto node = static_cast<std::uint32_t>(nodes_.size());
  const auto first_leaf = static_cast<std::uint32_t>(weights_.size() / leaf_size);
  nodes_.push_back({first_leaf, first_leaf + 1, 0});
  boxes_.resize(boxes_.size() + 2 * columns_);
  double* lower = boxes_.data() + node * 2 * columns_;
  double* upper = lower + columns_;
  std::size_t widest = 0;
  for (std::size_t j = 0; j < columns_; ++j) {
    lower[j] = infinity;
    upper[j] = -infinity;
    for (std::size_t i = begin; i < end; ++i) {
      lower[j] = std::min(lower[j], points(order[i], j));
      upper[j] = std::max(upper[j], points(order[i], j));
    }
    if (upper[j] - lower[j] > upper[widest] - lower[widest]) widest = j;
  }
  if (end - begin <= leaf_size) {
    add_leaf(std::span(order).subspan(begin, end - begin), points, multiplicity);
    return node;
  }
  // Halves are cut at a multiple of the leaf size, so that all leaves but one are full.
  const std::size_t leaves = (end - begin + leaf_size - 1) / leaf_size;
  const std::size_t middle = begin + (leaves + 1) / 2 * leaf_size;
  const auto at = [&](std::size_t i) { return order.begin() + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(at(begin), at(middle), at(end), [&](std::uint32_t a, std::uint32_t b) {
    return points(a, widest) != points(b, widest) ? points(a, widest) < points(b, widest) : a < b;
  });
  build(order, begin, middle, points, multiplicity);
  const std::uint32_t right = build(order, middle, end, points, multiplicity);
  nodes_[node].right = right;
  nodes_[node].end = static_cast<std::uint32_t>(weights_.size() / leaf_size);
  return node;
}

void BoxTree::add_leaf(std::span<const std::uint32_t> members, const Matrix& points,
                       const std::vector<std::uint32_t>& multiplicity) {
  const std::size_t start = coordinates_.size();
  coordinates_.resize(start + columns_ * leaf_size, infinity);
  weights_.resize(weights_.size() + leaf_size, 0);
  for (std::size_t t = 0; t < members.size(); ++t) {
    for (std::size_t j = 0; j < columns_; ++j)
      coordinates_[start + j * leaf_size + t] = points(members[t], j);
    weights_[weights_.size() - leaf_size + t] = multiplicity[members[t]];
  }
}

double BoxTree::lower_bound(std::size_t node, const double* query) const {
  const double* lower = boxes_.data() + node * 2 * columns_;
  const double* upper = lower + columns_;
  double squared = 0.0;
  for (std::size_t j = 0; j < columns_; ++j) {
    const double outside = std::max(std::max(lower[j] - query[j], query[j] - upper[j]), 0.0);
    squared += outside * outside;
  }
  return squared;
}

BoxTree::Nearest BoxTree::nearest(std::span<const double> query, double bound, bool want_second) const {
  struct Visit {
    double bound;
    std::uint32_t node;
  };
  Nearest best;
  if (nodes_.empty()) return best;
  double limit = want_second ? infinity : bound;  // nothing farther than this matters
  Visit stack[128];
  std::size_t height = 0;
  stack[height++] = {lower_bound(0, query.data()), 0};
  double squared[leaf_size];
  while (height > 0) {
    const Visit visit = stack[--height];
    if (visit.bound > limit) continue;
    const Node& node = nodes_[visit.node];
    if (node.right != 0) {
      Visit near{lower_bound(visit.node + 1, query.data()), visit.node + 1};
      Visit far{lower_bound(node.right, query.data()), node.right};
      if (far.bound < near.bound) std::swap(near, far);
      if (far.bound <= limit) stack[height++] = far;
      if (near.bound <= limit) stack[height++] = near;
      continue;
    }
    leaf_distances(coordinates_.data() + node.begin * columns_ * leaf_size, query.data(), columns_, squared);
    const std::uint32_t* weights = weights_.data() + node.begin * leaf_size;
    for (std::size_t t = 0; t < leaf_size; ++t) {
      if (squared[t] <= limit && weights[t] > 0) record(best, squared[t], weights[t]);
    }
    limit = std::min(limit, want_second ? best.second_squared : best.squared);
  }
  return best;
}

double squared_distance(const Matrix& a, std::size_t i, const Matrix& b, std::size_t j) {
  double squared = 0.0;
  for (std::size_t column = 0; column < a.columns(); ++column) {
    const double difference = a(i, column) - b(j, column);
    squared += difference * difference;
  }
  return squared;
}

std::vector<BoxTree::Nearest> nearest_rows(const Matrix& queries, const Matrix& points, bool paired,
                                           bool want_second, const Run& run) {
  const BoxTree tree(points);
  const DistinctRows distinct = distinct_rows(queries);
  std::vector<BoxTree::Nearest> found(distinct.representatives.size());
  constexpr std::size_t block = 256;
  run.expect((found.size() + block - 1) / block);
  run.blocks(found.size(), block, [&](std::size_t, std::size_t begin, std::size_t end) {
    std::vector<double> query(queries.columns());
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t row = distinct.representatives[i];
      for (std::size_t j = 0; j < query.size(); ++j) query[j] = queries(row, j);
      const double bound = paired ? squared_distance(queries, row, points, row) : infinity;
      found[i] = tree.nearest(query, bound, want_second);
    }
    run.advance();
  });
  std::vector<BoxTree::Nearest> result(queries.rows());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = found[distinct.class_of[i]];
  return result;
}

}  // namespace sfumato::stats
