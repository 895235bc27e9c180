// Nearest neighbours by tree against a search through all pairs, ties and duplicates included.
#include "stats/neighbours/nearest_rows.hpp"

#include <gtest/gtest.h>

#include <map>

#include "support/points.hpp"

namespace sfumato::stats {
namespace {

Nearest brute_force(const Matrix& queries, std::size_t i, const Matrix& points) {
  std::map<double, std::uint64_t> counts;
  for (std::size_t j = 0; j < points.rows(); ++j) ++counts[squared_distance(queries, i, points, j)];
  Nearest result;
  auto entry = counts.begin();
  if (entry == counts.end()) return result;
  result.squared = entry->first;
  result.count = entry->second;
  if (++entry == counts.end()) return result;
  result.second_squared = entry->first;
  result.second_count = entry->second;
  return result;
}

TEST(NearestRows, EqualsBruteForce) {
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
            const Nearest expected = brute_force(queries, i, points);
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

TEST(NearestRows, CountEqualPoints) {
  const Matrix points(100, 2);
  Matrix query(1, 2);
  query(0, 0) = 3.0;
  query(0, 1) = 4.0;
  const Nearest found = nearest_rows(query, points, false, true, sfumato::Run({.seed = 1})).front();
  EXPECT_EQ(found.squared, 25.0);
  EXPECT_EQ(found.count, 100U);
  EXPECT_EQ(found.second_count, 0U);
}

TEST(NearestRows, WithoutPointsNothingIsNear) {
  const sfumato::Run run({.seed = 1});
  EXPECT_EQ(nearest_rows(Matrix(1, 1), Matrix(0, 1), false, true, run).front().count, 0U);
  EXPECT_TRUE(nearest_rows(Matrix(0, 1), Matrix(0, 1), true, true, run).empty());
}

}  // namespace
}  // namespace sfumato::stats
