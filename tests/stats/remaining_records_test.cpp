// What remains while MDAV takes groups out, against plain sums and scans, ties and near-ties included.
#include "stats/groups/remaining_records.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/points.hpp"

namespace sfumato::stats {
namespace {

// The record farthest from the mean of `left`, which is summed in row order; the lowest of equals.
std::uint32_t plain_farthest(const Matrix& points, const std::vector<std::uint32_t>& left) {
  std::vector<double> centre(points.columns(), 0.0);
  for (std::size_t j = 0; j < centre.size(); ++j) {
    for (const std::uint32_t row : left) centre[j] += points(row, j);
    centre[j] /= static_cast<double>(left.size());
  }
  const std::vector<FoundRow> order = by_distance(points, left, centre, no_record);
  return std::find_if(order.begin(), order.end(),
                      [&](const FoundRow& found) { return found.squared == order.back().squared; })
      ->row;
}

std::vector<double> point_of(const Matrix& points, std::uint32_t row) {
  std::vector<double> result;
  for (std::size_t j = 0; j < points.columns(); ++j) result.push_back(points(row, j));
  return result;
}

void expect_plain_rounds(const Matrix& points, std::size_t k) {
  const sfumato::Run run({.seed = 1, .threads = 2});
  RemainingRecords remaining(points, run);
  remaining.foresee(k);
  std::vector<std::uint32_t> left = remaining.rows();
  while (left.size() > k) {
    ASSERT_EQ(remaining.size(), left.size());
    const std::uint32_t first = remaining.farthest_from_centroid();
    ASSERT_EQ(first, plain_farthest(points, left));
    const std::vector<FoundRow> order = by_distance(points, left, point_of(points, first), first);
    const FoundRow second = remaining.farthest_from(first);
    EXPECT_EQ(second.squared, order.back().squared);
    EXPECT_EQ(second.row, std::find_if(order.begin(), order.end(), [&](const FoundRow& found) {
                            return found.squared == order.back().squared;
                          })->row);
    std::vector<std::uint32_t> group{first};
    for (const FoundRow& found : order) {
      if (group.size() < k && found.row != second.row) group.push_back(found.row);
    }
    std::sort(group.begin(), group.end());
    ASSERT_EQ(remaining.take(first, k, second.row), group);
    std::erase_if(left,
                  [&](std::uint32_t row) { return std::binary_search(group.begin(), group.end(), row); });
    ASSERT_EQ(remaining.rows(), left);
  }
}

TEST(RemainingRecords, EqualPlainScans) {
  for (const std::size_t rows : {2, 7, 100, 400, 1000}) {
    for (const bool grid : {false, true}) {
      for (const std::size_t k : {1, 3}) expect_plain_rounds(random_points(rows, 3, grid, rows + 5), k);
    }
  }
}

TEST(RemainingRecords, ExactCentroidDecidesBetweenNearTies) {
  // Mirror images around their centroid: all corners are equally far but for rounding.
  Matrix points(64, 6);
  for (std::size_t i = 0; i < 64; ++i) {
    for (std::size_t j = 0; j < 6; ++j) points(i, j) = ((i >> j) & 1) != 0 ? 0.1 : -0.3;
  }
  expect_plain_rounds(points, 2);
}

TEST(RemainingRecords, TheFarthestOfEachIsThatOfOne) {
  const Matrix points = random_points(500, 3, true, 12);
  const sfumato::Run run({.seed = 1, .threads = 3});
  const RemainingRecords remaining(points, run);
  const std::vector<FoundRow> each = remaining.farthest_from_each();
  ASSERT_EQ(each.size(), 500U);
  for (std::uint32_t row = 0; row < 500; ++row) EXPECT_EQ(each[row].row, remaining.farthest_from(row).row);
}

}  // namespace
}  // namespace sfumato::stats
