// Points are sorted by one column and equal points kept once with their number. A search goes outwards
// from the query, as far as its partner is away, and ends with the first point that is nearer.
#include "stats/partner_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "stats/moments.hpp"

namespace sfumato::stats {
namespace {

// Distinct rows, ascending in their first column, one row after the other.
struct SortedPoints {
  std::size_t columns = 0;
  std::vector<double> keys;  // the first column
  std::vector<double> rows;
  std::vector<std::uint64_t> counts;
};

// The columns, the one with the fewest ties first: among ranks, that of the largest variance.
std::vector<std::size_t> column_order(const Matrix& points) {
  std::vector<double> squares;
  for (std::size_t j = 0; j < points.columns(); ++j) squares.push_back(moments(points.column(j)).squares);
  std::vector<std::size_t> order(points.columns());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return squares[a] > squares[b]; });
  return order;
}

std::vector<double> row_by_row(const Matrix& data, const std::vector<std::size_t>& order) {
  std::vector<double> rows(data.rows() * order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    for (std::size_t i = 0; i < data.rows(); ++i) rows[i * order.size() + k] = data(i, order[k]);
  }
  return rows;
}

SortedPoints sorted_points(const std::vector<double>& rows, std::size_t columns) {
  std::vector<std::size_t> order(rows.size() / columns);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto row = [&](std::size_t i) { return std::span(rows).subspan(i * columns, columns); };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::lexicographical_compare(row(a).begin(), row(a).end(), row(b).begin(), row(b).end());
  });
  SortedPoints points;
  points.columns = columns;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (k > 0 && std::equal(row(order[k]).begin(), row(order[k]).end(), row(order[k - 1]).begin())) {
      ++points.counts.back();
      continue;
    }
    points.keys.push_back(row(order[k])[0]);
    points.rows.insert(points.rows.end(), row(order[k]).begin(), row(order[k]).end());
    points.counts.push_back(1);
  }
  return points;
}

class Search {
 public:
  Search(const SortedPoints& points, const double* query, double partner)
      : points_(points), query_(query), partner_(partner) {}

  double chance() {
    const auto start = std::lower_bound(points_.keys.begin(), points_.keys.end(), query_[0]);
    std::size_t above = static_cast<std::size_t>(start - points_.keys.begin()), below = above;
    bool up = true, down = true;
    while (up || down) {
      up = up && above < points_.keys.size() && points_.keys[above] - query_[0] <= partner_;
      if (up && nearer(above++)) return 0.0;
      down = down && below > 0 && query_[0] - points_.keys[below - 1] <= partner_;
      if (down && nearer(--below)) return 0.0;
    }
    return 1.0 / static_cast<double>(ties_);
  }

 private:
  bool nearer(std::size_t point) {
    const double* row = points_.rows.data() + point * points_.columns;
    double largest = 0.0;
    for (std::size_t j = 0; j < points_.columns; ++j) {
      largest = std::max(largest, std::fabs(query_[j] - row[j]));
      if (largest > partner_) return false;
    }
    if (largest == partner_) ties_ += points_.counts[point];
    return largest < partner_;
  }

  const SortedPoints& points_;
  const double* query_;
  double partner_;
  std::uint64_t ties_ = 0;
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
  constexpr std::size_t block = 1024;
  const std::vector<double> partners = largest_differences(queries, points);
  const std::vector<std::size_t> order = column_order(points);
  const std::vector<double> rows = row_by_row(queries, order);
  const SortedPoints sorted = sorted_points(row_by_row(points, order), order.size());
  std::vector<double> result(queries.rows());
  run.expect(queries.rows());
  run.blocks(queries.rows(), block, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      result[i] = Search(sorted, rows.data() + i * order.size(), partners[i]).chance();
    }
    run.advance(end - begin);
  });
  return result;
}

}  // namespace sfumato::stats
