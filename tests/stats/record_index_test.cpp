// The nearest and the farthest of a shrinking set of records against a plain search, with and without missing
// values, ties, and numbers that single precision cannot hold.
#include "stats/neighbours/record_index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/rng.hpp"
#include "support/points.hpp"

namespace sfumato::stats {
namespace {

constexpr std::uint32_t none = ~0U;

double plain_squared(const Matrix& points, std::uint32_t row, const std::vector<double>& centre) {
  double sum = 0.0;
  std::size_t shared = 0;
  for (std::size_t j = 0; j < points.columns(); ++j) {
    if (std::isnan(points(row, j)) || std::isnan(centre[j])) continue;
    sum += (points(row, j) - centre[j]) * (points(row, j) - centre[j]);
    ++shared;
  }
  if (shared == 0) return std::numeric_limits<double>::infinity();
  return shared == points.columns()
             ? sum
             : sum * (static_cast<double>(points.columns()) / static_cast<double>(shared));
}

// All rows of `left` but `except`, best first.
std::vector<FoundRow> plain_order(const Matrix& points, const std::vector<std::uint32_t>& left,
                                  const std::vector<double>& centre, std::uint32_t except, bool far) {
  std::vector<FoundRow> result;
  for (const std::uint32_t row : left) {
    if (row != except) result.push_back({plain_squared(points, row, centre), row});
  }
  std::sort(result.begin(), result.end(), [&](const FoundRow& a, const FoundRow& b) {
    if (a.squared != b.squared) return far ? a.squared > b.squared : a.squared < b.squared;
    return a.row < b.row;
  });
  return result;
}

void expect_first(const std::vector<FoundRow>& found, const std::vector<FoundRow>& order, std::size_t count) {
  ASSERT_EQ(found.size(), std::min(count, order.size()));
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].row, order[i].row);
    EXPECT_EQ(found[i].squared, order[i].squared);
  }
}

std::vector<double> record_of(const Matrix& points, std::uint32_t row) {
  std::vector<double> result;
  for (std::size_t j = 0; j < points.columns(); ++j) result.push_back(points(row, j));
  return result;
}

// Takes out records in random order, and searches around others from time to time.
void expect_plain_searches(const Matrix& points, std::uint64_t seed) {
  const sfumato::Run run({.seed = 1, .threads = 1});
  RecordIndex index(points, run);
  std::vector<std::uint32_t> left = index.rows();
  ASSERT_EQ(left.size(), index.size());
  Rng rng({seed, 3});
  while (!left.empty()) {
    const std::uint32_t row = left[rng.below(left.size())];
    const std::vector<double> centre = record_of(points, row);
    const std::vector<FoundRow> near = plain_order(points, left, centre, row, false);
    const std::vector<FoundRow> far = plain_order(points, left, centre, row, true);
    for (const std::size_t count : {1, 2, 7}) {
      expect_first(index.nearest(centre.data(), count, row), near, count);
      expect_first(index.farthest(centre.data(), count, row), far, count);
    }
    for (int i = 0; i < 9 && !left.empty(); ++i) {
      const std::size_t place = rng.below(left.size());
      index.remove(left[place]);
      EXPECT_FALSE(index.contains(left[place]));
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(place));
    }
    ASSERT_EQ(index.rows(), left);
  }
  EXPECT_TRUE(index.nearest(record_of(points, 0).data(), 3, none).empty());
}

Matrix with_missing(Matrix points, double share, std::uint64_t seed) {
  Rng rng({seed, 4});
  for (std::size_t j = 0; j < points.columns(); ++j) {
    for (double& value : points.column(j)) {
      if (rng.chance(share)) value = std::nan("");
    }
  }
  return points;
}

TEST(RecordIndex, EqualsAPlainSearchWhileRecordsLeave) {
  for (const std::size_t rows : {1, 2, 31, 33, 300, 2500}) {
    for (const std::size_t columns : {1, 2, 5, 11}) {
      for (const bool grid : {false, true})
        expect_plain_searches(random_points(rows, columns, grid, rows), rows);
    }
  }
}

TEST(RecordIndex, EqualsAPlainSearchWithMissingValues) {
  for (const std::size_t rows : {5, 100, 1200}) {
    for (const double share : {0.05, 0.3, 0.7}) {
      for (const bool grid : {false, true}) {
        expect_plain_searches(with_missing(random_points(rows, 3, grid, rows), share, rows), rows);
        expect_plain_searches(with_missing(random_points(rows, 9, grid, rows), share, rows), rows);
      }
    }
  }
}

TEST(RecordIndex, RecordsThatShareNoColumnAreInfinitelyFarApart) {
  Matrix points(300, 2);
  for (std::size_t i = 0; i < 300; ++i) {
    points(i, 0) = i % 3 == 0 ? std::nan("") : static_cast<double>(i % 17);
    points(i, 1) = i % 3 == 1 ? std::nan("") : static_cast<double>(i % 13);
  }
  expect_plain_searches(points, 1);
}

TEST(RecordIndex, LeavesOutRecordsWithoutValues) {
  Matrix points = random_points(100, 2, false, 7);
  points(40, 0) = points(40, 1) = std::nan("");
  const sfumato::Run run({.seed = 1});
  const RecordIndex index(points, run);
  EXPECT_EQ(index.size(), 99U);
  EXPECT_FALSE(index.contains(40));
}

TEST(RecordIndex, DistinguishesWhatSinglePrecisionCannot) {
  Rng rng({5, 5});
  for (const double size : {1e-300, 1e-160, 1e-20, 1.0, 1e30, 1e160, 1e300}) {
    Matrix points(400, 2);
    for (std::size_t i = 0; i < 400; ++i) {
      points(i, 0) = size * (1.0 + 1e-12 * static_cast<double>(rng.below(40)));
      points(i, 1) = i % 5 == 0 ? -size : size * (1.0 + 1e-14 * static_cast<double>(rng.below(9)));
    }
    expect_plain_searches(points, 2);
  }
}

TEST(RecordIndex, FindsAllWithinASlackOfTheFarthest) {
  for (const bool grid : {false, true}) {
    for (const double share : {0.0, 0.2}) {
      Matrix points = with_missing(random_points(700, 4, grid, 3), share, 9);
      for (double& value : points.column(0)) value = std::isnan(value) ? 0.5 : value;
      const sfumato::Run run({.seed = 1});
      const RecordIndex index(points, run);
      for (const double slack : {0.0, 2.0, 1e5}) {
        const std::vector<double> centre{0.25, 1.5, 2.0, 1.0};
        const std::vector<FoundRow> order = plain_order(points, index.rows(), centre, none, true);
        std::vector<std::uint32_t> expected, found;
        for (const FoundRow& entry : order) {
          if (entry.squared >= order.front().squared - slack) expected.push_back(entry.row);
        }
        for (const FoundRow& entry : index.farthest_within(centre.data(), slack)) found.push_back(entry.row);
        std::sort(expected.begin(), expected.end());
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, expected);
      }
    }
  }
}

}  // namespace
}  // namespace sfumato::stats
