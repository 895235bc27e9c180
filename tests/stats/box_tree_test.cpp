// Nearest neighbours by tree against a search through all pairs, ties and duplicates included.
#include "stats/box_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace sfumato::stats {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// With `grid`, coordinates are small integers, so that ties and duplicates abound.
Matrix random_points(std::size_t rows, std::size_t columns, bool grid, std::uint64_t seed) {
  Rng rng({seed, 5});
  Matrix points(rows, columns);
  for (std::size_t j = 0; j < columns; ++j) {
    for (double& value : points.column(j)) value = grid ? static_cast<double>(rng.below(4)) : rng.normal();
  }
  return points;
}

BoxTree::Nearest brute_force(const Matrix& queries, std::size_t i, const Matrix& points) {
  std::map<double, std::uint64_t> counts;
  for (std::size_t j = 0; j < points.rows(); ++j) ++counts[squared_distance(queries, i, points, j)];
  BoxTree::Nearest result;
  auto entry = counts.begin();
  if (entry == counts.end()) return result;
  result.squared = entry->first;
  result.count = entry->second;
  if (++entry == counts.end()) return result;
  result.second_squared = entry->first;
  result.second_count = entry->second;
  return result;
}

TEST(BoxTree, EqualsBruteForce) {
  const sfumato::Run run({.seed = 1, .threads = 2});
  for (const std::size_t rows : {1, 2, 31, 32, 33, 64, 65, 500}) {
    for (const std::size_t columns : {1, 3, 10}) {
      for (const bool grid : {false, true}) {
        const Matrix points = random_points(rows, columns, grid, rows);
        const Matrix queries = random_points(rows, columns, grid, rows + 1000);
        for (const bool paired : {false, true}) {
          const auto with_second = nearest_rows(queries, points, paired, true, run);
          const auto without = nearest_rows(queries, points, paired, false, run);
          for (std::size_t i = 0; i < rows; ++i) {
            const BoxTree::Nearest expected = brute_force(queries, i, points);
            EXPECT_EQ(with_second[i].squared, expected.squared);
            EXPECT_EQ(with_second[i].count, expected.count);
            EXPECT_EQ(with_second[i].second_squared, expected.second_squared);
            EXPECT_EQ(with_second[i].second_count, expected.second_count);
            EXPECT_EQ(without[i].squared, expected.squared);
            EXPECT_EQ(without[i].count, expected.count);
          }
        }
      }
    }
  }
}

TEST(BoxTree, EqualPointsAreOne) {
  Matrix points(100, 2);
  const BoxTree tree(points);
  EXPECT_EQ(tree.distinct(), 1U);
  const std::vector<double> query{3.0, 4.0};
  const BoxTree::Nearest found = tree.nearest(query, infinity, true);
  EXPECT_EQ(found.squared, 25.0);
  EXPECT_EQ(found.count, 100U);
  EXPECT_EQ(found.second_count, 0U);
}

TEST(BoxTree, WithoutPointsNothingIsNear) {
  const std::vector<double> query{0.0};
  EXPECT_EQ(BoxTree(Matrix(0, 1)).nearest(query, infinity, true).count, 0U);
}

}  // namespace
}  // namespace sfumato::stats
