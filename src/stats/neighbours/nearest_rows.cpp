// Nearest records through a tree of boxes over the distinct rows.
#include "stats/neighbours/nearest_rows.hpp"

#include <algorithm>
#include <numeric>

#include "core/number_limits.hpp"
#include "stats/neighbours/point_boxes.hpp"

namespace sfumato::stats {
namespace {

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

// One row of each set of equal rows, and the representative of every row.
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

void record(Nearest& best, double squared, std::uint64_t weight) {
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

void merge(Nearest& nearest, const Nearest& of_others) {
  if (of_others.count > 0) record(nearest, of_others.squared, of_others.count);
  if (of_others.second_count > 0) record(nearest, of_others.second_squared, of_others.second_count);
}

double squared_distance(const Matrix& a, std::size_t i, const Matrix& b, std::size_t j) {
  double squared = 0.0;
  for (std::size_t column = 0; column < a.columns(); ++column) {
    const double difference = a(i, column) - b(j, column);
    squared += difference * difference;
  }
  return squared;
}

std::vector<Nearest> nearest_rows(const Matrix& queries, const Matrix& points, bool paired, bool want_second,
                                  const Run& run) {
  std::vector<std::size_t> partners(paired ? queries.rows() : 0);
  std::iota(partners.begin(), partners.end(), std::size_t{0});
  return nearest_rows(queries, points, partners, want_second, run);
}

std::vector<Nearest> nearest_rows(const Matrix& queries, const Matrix& points,
                                  std::span<const std::size_t> partners, bool want_second, const Run& run) {
  const bool paired = !partners.empty();
  const DistinctRows targets = distinct_rows(points);
  const DistinctRows sources = distinct_rows(queries);
  const PointBoxes boxes(points, targets.representatives, &run);
  std::vector<Nearest> found(sources.representatives.size());
  constexpr std::size_t block = 256;
  run.expect((found.size() + block - 1) / block);
  run.blocks(found.size(), block, [&](std::size_t, std::size_t begin, std::size_t end) {
    std::vector<double> query(queries.columns());
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t row = sources.representatives[i];
      for (std::size_t j = 0; j < query.size(); ++j) query[j] = queries(row, j);
      Nearest& best = found[i];
      double limit =
          paired && !want_second ? squared_distance(queries, row, points, partners[row]) : infinity;
      boxes.search(query, limit, [&](const double* squared, const std::uint32_t* rows, std::size_t count) {
        for (std::size_t t = 0; t < count; ++t) {
          if (squared[t] <= limit) record(best, squared[t], targets.sizes[targets.class_of[rows[t]]]);
        }
        limit = std::min(limit, want_second ? best.second_squared : best.squared);
        return limit;
      });
    }
    run.advance();
  });
  std::vector<Nearest> result(queries.rows());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = found[sources.class_of[i]];
  return result;
}

}  // namespace sfumato::stats
