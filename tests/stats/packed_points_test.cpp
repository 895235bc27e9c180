// Distances from packs of points, bit for bit those of a plain loop.
#include "stats/neighbours/packed_points.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace sfumato::stats
