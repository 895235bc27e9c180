// Equal points are kept once, with their number, in a binary tree of bounding boxes. A search visits boxes
// that are no farther than the partner, nearer ones first, and ends with the first nearer point.
#include "stats/neighbours/partner_search.hpp"
#include "stats/neighbours/packed_points.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace sfumato::stats {
namespace {

constexpr std::size_t leaf_size = 16;

class PointTree {
 public:
  explicit PointTree(const Matrix& points) : columns_(points.columns()) {
    const std::vector<double> rows = row_by_row(points);
    std::vector<std::size_t> order(points.rows());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto row = [&](std::size_t i) { return std::span(rows).subspan(i * columns_, columns_); };
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::lexicographical_compare(row(a).begin(), row(a).end(), row(b).begin(), row(b).end());
    });
    std::vector<std::size_t> distinct;
    std::vector<std::uint64_t> counts(points.rows());
    for (const std::size_t i : order) {
      if (distinct.empty() || !std::equal(row(i).begin(), row(i).end(), row(distinct.back()).begin())) {
        distinct.push_back(i);
      }
      ++counts[distinct.back()];
    }
    if (!distinct.empty()) build(distinct, 0, distinct.size(), rows);
    for (const std::size_t i : distinct) {
      rows_.insert(rows_.end(), row(i).begin(), row(i).end());
      counts_.push_back(counts[i]);
    }
  }

  // Ends with the first point that is nearer than `partner`.
  PartnerCounts count(const double* query, double partner) const {
    PartnerCounts found;
    if (nodes_.empty()) return found;
    std::vector<std::uint32_t> stack{0};
    while (!stack.empty()) {
      const std::uint32_t at = stack.back();
      const Node& node = nodes_[at];
      stack.pop_back();
      if (node.right == 0) {
        if (has_nearer(node, query, partner, found.ties)) return {1, 0};
        continue;
      }
      const double left = distance(at + 1, query), right = distance(node.right, query);
      const bool left_last = left <= right;
      if (std::max(left, right) <= partner) stack.push_back(left_last ? node.right : at + 1);
      if (std::min(left, right) <= partner) stack.push_back(left_last ? at + 1 : node.right);
    }
    return found;
  }

 private:
  struct Node {
    std::size_t begin = 0, end = 0;  // its points
    std::uint32_t right = 0;         // the second child; the first is the next node. 0: a leaf
  };

  // Halves the points across the widest side of their box until they fit into leaves.
  void build(std::vector<std::size_t>& order, std::size_t begin, std::size_t end,
             const std::vector<double>& rows) {
    const std::size_t node = nodes_.size();
    nodes_.push_back({begin, end, 0});
    std::size_t widest = 0;
    double width = -1.0;
    for (std::size_t j = 0; j < columns_; ++j) {
      double lower = rows[order[begin] * columns_ + j], upper = lower;
      for (std::size_t k = begin; k < end; ++k) {
        lower = std::min(lower, rows[order[k] * columns_ + j]);
        upper = std::max(upper, rows[order[k] * columns_ + j]);
      }
      boxes_.push_back(lower);
      boxes_.push_back(upper);
      if (upper - lower > width) {
        width = upper - lower;
        widest = j;
      }
    }
    if (end - begin <= leaf_size) return;
    const std::size_t middle = begin + (end - begin) / 2;
    const auto place = [&](std::size_t k) { return order.begin() + static_cast<std::ptrdiff_t>(k); };
    std::nth_element(place(begin), place(middle), place(end), [&](std::size_t a, std::size_t b) {
      return rows[a * columns_ + widest] < rows[b * columns_ + widest];
    });
    build(order, begin, middle, rows);
    nodes_[node].right = static_cast<std::uint32_t>(nodes_.size());
    build(order, middle, end, rows);
  }

  double distance(std::size_t node, const double* query) const {
    const double* box = boxes_.data() + node * 2 * columns_;
    double largest = 0.0;
    for (std::size_t j = 0; j < columns_; ++j) {
      largest = std::max(largest, std::max(box[2 * j] - query[j], query[j] - box[2 * j + 1]));
    }
    return largest;
  }

  bool has_nearer(const Node& leaf, const double* query, double partner, std::uint64_t& ties) const {
    for (std::size_t k = leaf.begin; k < leaf.end; ++k) {
      const double* row = rows_.data() + k * columns_;
      double largest = 0.0;
      for (std::size_t j = 0; j < columns_ && largest <= partner; ++j) {
        largest = std::max(largest, std::fabs(query[j] - row[j]));
      }
      if (largest < partner) return true;
      if (largest == partner) ties += counts_[k];
    }
    return false;
  }

  std::size_t columns_;
  std::vector<Node> nodes_;
  std::vector<double> boxes_;  // lower and upper end in each column, node by node
  std::vector<double> rows_;   // the distinct points, in the order of the leaves
  std::vector<std::uint64_t> counts_;
};

}  // namespace

std::vector<double> largest_differences(const Matrix& a, const Matrix& b) {
  std::vector<double> result(a.rows(), 0.0);
  for (std::size_t j = 0; j < a.columns(); ++j) {
    for (std::size_t i = 0; i < a.rows(); ++i) {
      result[i] = std::max(result[i], std::fabs(a(i, j) - b(i, j)));
    }
  }
  return result;
}

std::vector<double> nearest_partners(const Matrix& queries, const Matrix& points, const Run& run) {
  std::vector<std::size_t> rows(queries.rows());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return nearest_partners(queries, points, rows, run);
}

std::vector<double> nearest_partners(const Matrix& queries, const Matrix& points,
                                     std::span<const std::size_t> rows, const Run& run) {
  const Matrix searched = taking_rows(queries, rows);
  const std::vector<double> partners = largest_differences(searched, taking_rows(points, rows));
  std::vector<double> result;
  result.reserve(rows.size());
  for (const PartnerCounts& found : count_partners(searched, partners, points, run)) {
    result.push_back(found.chance());
  }
  return result;
}

std::vector<PartnerCounts> count_partners(const Matrix& queries, std::span<const double> partners,
                                          const Matrix& points, const Run& run) {
  constexpr std::size_t block = 1024;
  const PointTree tree(points);
  std::vector<PartnerCounts> result(queries.rows());
  run.expect(result.size());
  run.blocks(result.size(), block, [&](std::size_t, std::size_t begin, std::size_t end) {
    std::vector<double> query(queries.columns());
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = 0; j < query.size(); ++j) query[j] = queries(i, j);
      result[i] = tree.count(query.data(), partners[i]);
    }
    run.advance(end - begin);
  });
  return result;
}

}  // namespace sfumato::stats
