// Nearest of a shrinking set against a plain search, down to the last point.
#include "stats/neighbours/point_boxes.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "support/points.hpp"

namespace sfumato::stats {
namespace {

TEST(PointBoxes, NearestEqualAPlainSearchWhilePointsLeave) {
  for (const std::size_t rows : {1, 5, 33, 300, 2500}) {
    for (const bool grid : {false, true}) {
      const Matrix points = random_points(rows, 3, grid, rows);
      std::vector<std::uint32_t> left(rows);
      std::iota(left.begin(), left.end(), 0U);
      PointBoxes boxes(points, left);
      Rng rng({rows, 1});
      while (!left.empty()) {
        const std::uint32_t seed = left[rng.below(left.size())];
        const std::vector<double> centre{points(seed, 0), points(seed, 1), points(seed, 2)};
        const std::vector<std::uint32_t> except{seed};
        for (const std::size_t count : {0, 1, 4}) {
          const std::vector<FoundRow> found = boxes.nearest(centre, count, except);
          const std::vector<FoundRow> expected = by_distance(points, left, centre, seed);
          ASSERT_EQ(found.size(), std::min(count, expected.size()));
          for (std::size_t i = 0; i < found.size(); ++i) {
            EXPECT_EQ(found[i].row, expected[i].row);
            EXPECT_EQ(found[i].squared, expected[i].squared);
          }
        }
        for (std::size_t i = 0; i < std::max<std::size_t>(1, rows / 20) && !left.empty(); ++i) {
          const std::size_t place = rng.below(left.size());
          boxes.remove(left[place]);
          left.erase(left.begin() + static_cast<std::ptrdiff_t>(place));
        }
        ASSERT_EQ(boxes.size(), left.size());
      }
    }
  }
}

}  // namespace
}  // namespace sfumato::stats
