// Distances from packs of points, bit for bit those of a plain loop.
#include "stats/neighbours/packed_points.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "stats/neighbours/nearest_rows.hpp"
#include "support/points.hpp"

namespace sfumato::stats {
namespace {

TEST(PackedPoints, GiveTheDistancesOfAPlainLoop) {
  for (const std::size_t rows : {0U, 1U, 15U, 16U, 17U, 100U}) {
    const Matrix points = random_points(rows, 3, false, rows), centre = random_points(1, 3, false, 7);
    const PackedPoints packed(points);
    std::vector<double> squared(packed.padded_size());
    packed.squared_distances_to(row_by_row(centre).data(), squared.data());
    for (std::size_t i = 0; i < rows; ++i) EXPECT_EQ(squared[i], squared_distance(points, i, centre, 0));
  }
}

// On a grid many points are equally near, and equal.
TEST(PackedPoints, FindTheTwoNearestOfAPlainLoop) {
  for (const std::size_t rows : {1U, 2U, 15U, 16U, 17U, 100U}) {
    for (const bool grid : {false, true}) {
      const Matrix points = random_points(rows, 2, grid, rows), centres = random_points(30, 2, grid, 7);
      const PackedPoints packed(points);
      for (std::size_t c = 0; c < centres.rows(); ++c) {
        std::vector<std::pair<double, std::uint32_t>> sorted;
        for (std::uint32_t i = 0; i < rows; ++i)
          sorted.emplace_back(squared_distance(points, i, centres, c), i);
        std::sort(sorted.begin(), sorted.end());
        const TwoNearest found = packed.two_nearest(row_by_row(centres).data() + 2 * c);
        EXPECT_EQ(found.nearest, sorted[0].second);
        EXPECT_EQ(found.squared, sorted[0].first);
        EXPECT_EQ(found.second, rows > 1 ? sorted[1].first : std::numeric_limits<double>::infinity());
      }
    }
  }
}

}  // namespace
}  // namespace sfumato::stats
