// The two kinds of remaining records give the same results, ties and near-ties included.
#include "stats/groups/remaining_records.hpp"

#include <gtest/gtest.h>

#include "support/points.hpp"

namespace sfumato::stats {
namespace {

TEST(RemainingRecords, BothKindsGiveTheSameResults) {
  for (const std::size_t rows : {2, 7, 100, 400}) {
    for (const bool grid : {false, true}) {
      const Matrix points = random_points(rows, 3, grid, rows + 5);
      ScannedRecords scanned(points);
      BoxedRecords boxed(points);
      while (scanned.size() >= 2) {
        ASSERT_EQ(boxed.size(), scanned.size());
        ASSERT_EQ(boxed.rows(), scanned.rows());
        const std::uint32_t first = scanned.farthest_from_centroid();
        EXPECT_EQ(boxed.farthest_from_centroid(), first);
        const FoundRow second = scanned.farthest_from(first);
        EXPECT_EQ(boxed.farthest_from(first).row, second.row);
        EXPECT_EQ(boxed.farthest_from(first).squared, second.squared);
        const std::size_t k = std::min<std::size_t>(3, scanned.size() - 1);
        EXPECT_EQ(boxed.take(first, k, second.row), scanned.take(first, k, second.row));
      }
    }
  }
}

TEST(RemainingRecords, ExactCentroidDecidesBetweenNearTies) {
  // Mirror images around their centroid: all corners are equally far but for rounding.
  Matrix points(64, 6);
  for (std::size_t i = 0; i < 64; ++i) {
    for (std::size_t j = 0; j < 6; ++j) points(i, j) = ((i >> j) & 1) != 0 ? 0.1 : -0.3;
  }
  ScannedRecords scanned(points);
  BoxedRecords boxed(points);
  while (scanned.size() >= 4) {
    const std::uint32_t first = scanned.farthest_from_centroid();
    ASSERT_EQ(boxed.farthest_from_centroid(), first);
    ASSERT_EQ(boxed.take(first, 2, no_record), scanned.take(first, 2, no_record));
  }
}

}  // namespace
}  // namespace sfumato::stats
