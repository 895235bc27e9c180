// Farthest of a shrinking set against a plain search, with and without slack.
#include "stats/neighbours/farthest_points.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "support/points.hpp"

namespace sfumato::stats {
namespace {

constexpr std::uint32_t none = ~0U;

std::set<std::uint32_t> rows_of(const std::vector<FoundRow>& found) {
  std::set<std::uint32_t> rows;
  for (const FoundRow& entry : found) rows.insert(entry.row);
  return rows;
}

TEST(FarthestPoints, EqualAPlainSearchWhilePointsLeave) {
  for (const std::size_t rows : {1, 5, 64, 65, 1000}) {
    for (const bool grid : {false, true}) {
      const Matrix points = random_points(rows, 4, grid, rows);
      std::vector<std::uint32_t> left(rows);
      std::iota(left.begin(), left.end(), 0U);
      FarthestPoints farthest(points, left);
      Rng rng({rows, 2});
      while (!left.empty()) {
        std::vector<double> centre(4);
        for (double& value : centre) value = grid ? static_cast<double>(rng.below(4)) : 1e3 * rng.normal();
        for (const double slack : {0.0, 2.0, 1e5}) {
          const std::vector<FoundRow> all = by_distance(points, left, centre, none);
          std::set<std::uint32_t> expected;
          for (const FoundRow& entry : all) {
            if (entry.squared >= all.back().squared - slack) expected.insert(entry.row);
          }
          EXPECT_EQ(rows_of(farthest.farthest(centre, slack, none)), expected);
        }
        const std::size_t place = rng.below(left.size());
        farthest.remove(left[place]);
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(place));
      }
      EXPECT_TRUE(farthest.farthest(std::vector<double>(4, 0.0), 0.0, none).empty());
    }
  }
}

TEST(FarthestPoints, LeavesOutTheExceptedOne) {
  const Matrix same(3, 2);
  const std::vector<std::uint32_t> rows{0, 1, 2};
  const FarthestPoints farthest(same, rows);
  EXPECT_EQ(rows_of(farthest.farthest(std::vector<double>{0, 0}, 0.0, 1)), (std::set<std::uint32_t>{0, 2}));
}

TEST(FarthestPoints, DistinguishesWhatSinglePrecisionCannot) {
  Matrix points(3, 1);
  points(0, 0) = 1.0;
  points(1, 0) = 1.0 + 1e-12;
  points(2, 0) = 1.0 - 1e-12;
  const std::vector<std::uint32_t> rows{0, 1, 2};
  const FarthestPoints farthest(points, rows);
  EXPECT_EQ(rows_of(farthest.farthest(std::vector<double>{-5.0}, 0.0, none)), (std::set<std::uint32_t>{1}));
}

}  // namespace
}  // namespace sfumato::stats
