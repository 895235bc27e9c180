// K-means finds separate clusters, ends at a fixed point, and is the same for any number of threads.
#include "stats/groups/k_means.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "stats/neighbours/nearest_rows.hpp"
#include "support/points.hpp"

namespace sfumato::stats {
namespace {

Clusters clusters(const Matrix& points, std::size_t count, int threads = 2, std::uint64_t seed = 1) {
  return k_means(points, count, 200, sfumato::Run({.seed = seed, .threads = threads}));
}

std::int64_t total(const Clusters& found) {
  return std::accumulate(found.sizes.begin(), found.sizes.end(), std::int64_t{0});
}

TEST(KMeans, FindsSeparateClusters) {
  Matrix points(900, 2);
  Rng rng({4, 4});
  for (std::size_t i = 0; i < 900; ++i) {
    points(i, 0) = 100.0 * static_cast<double>(i % 3) + rng.uniform();
    points(i, 1) = rng.uniform();
  }
  const Clusters found = clusters(points, 3);
  ASSERT_EQ(found.sizes.size(), 3U);
  EXPECT_TRUE(found.converged);
  for (const std::int64_t size : found.sizes) EXPECT_EQ(size, 300);
}

// At convergence every centre is the mean of the points to which it is the nearest: a plain round of
// Lloyd's changes nothing.
TEST(KMeans, EndsWhereAPlainRoundChangesNothing) {
  const Matrix points = random_points(2000, 3, false, 3);
  const Clusters found = clusters(points, 12);
  ASSERT_TRUE(found.converged);
  const std::size_t count = found.sizes.size();
  Matrix sums(count, 3);
  std::vector<std::int64_t> sizes(count);
  for (std::size_t i = 0; i < points.rows(); ++i) {
    std::size_t nearest = 0;
    for (std::size_t c = 1; c < count; ++c) {
      if (squared_distance(points, i, found.centres, c) <
          squared_distance(points, i, found.centres, nearest)) {
        nearest = c;
      }
    }
    ++sizes[nearest];
    for (std::size_t j = 0; j < 3; ++j) sums(nearest, j) += points(i, j);
  }
  EXPECT_EQ(sizes, found.sizes);
  for (std::size_t c = 0; c < count; ++c) {
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_NEAR(found.centres(c, j), sums(c, j) / static_cast<double>(sizes[c]), 1e-9);
    }
  }
}

TEST(KMeans, NoMoreClustersThanDifferentPoints) {
  Matrix points(50, 1);
  for (std::size_t i = 0; i < 50; ++i) points(i, 0) = static_cast<double>(i % 4);
  const Clusters found = clusters(points, 10);
  EXPECT_EQ(found.sizes.size(), 4U);
  EXPECT_EQ(total(found), 50);
  EXPECT_EQ(clusters(Matrix(0, 2), 5).sizes.size(), 0U);
  EXPECT_EQ(clusters(Matrix(7, 2), 5).sizes, std::vector<std::int64_t>{7});
}

TEST(KMeans, IsTheSameForOneAndEightThreads) {
  const Matrix points = random_points(20000, 3, false, 8);
  const Clusters one = clusters(points, 40, 1), eight = clusters(points, 40, 8);
  EXPECT_EQ(one.sizes, eight.sizes);
  for (std::size_t c = 0; c < one.sizes.size(); ++c) {
    for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(one.centres(c, j), eight.centres(c, j));
  }
  EXPECT_EQ(total(one), 20000);
  EXPECT_NE(clusters(points, 40, 1, 2).sizes, one.sizes);
}

// From the centres of converged clusters nothing moves.
TEST(KMeans, FromItsOwnCentresKeepsThem) {
  const Matrix points = random_points(2000, 3, false, 3);
  const sfumato::Run run({.seed = 1});
  const Clusters found = k_means(points, 12, 200, run);
  ASSERT_TRUE(found.converged);
  const Clusters again = k_means_from(found.centres, points, 12, 5, run);
  EXPECT_EQ(again.sizes, found.sizes);
  for (std::size_t j = 0; j < 3; ++j) {
    for (std::size_t c = 0; c < 12; ++c) EXPECT_NEAR(again.centres(c, j), found.centres(c, j), 1e-12);
  }
}

// One centre is given at 0 and two heaps lie elsewhere: seeds are drawn until there are three.
TEST(KMeans, SeedsCompleteTheGivenCentres) {
  Matrix points(300, 1);
  for (std::size_t i = 0; i < 300; ++i) points(i, 0) = 100.0 * static_cast<double>(i % 3);
  const Clusters found = k_means_from(Matrix(1, 1), points, 3, 20, sfumato::Run({.seed = 5}));
  EXPECT_EQ(found.sizes, (std::vector<std::int64_t>{100, 100, 100}));
  EXPECT_EQ(found.centres(0, 0), 0.0);
  // More than three are not to be had of three different points.
  EXPECT_EQ(k_means_from(Matrix(1, 1), points, 9, 20, sfumato::Run({.seed = 5})).sizes, found.sizes);
}

}  // namespace
}  // namespace sfumato::stats
