// Clusters fitted to a sample: by hand where they are far apart, and what holds for any points.
#include "stats/transport/fitted_clusters.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace sfumato::stats {
namespace {

Matrix scattered(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  Rng rng({seed, 4});
  Matrix result(rows, columns);
  for (std::size_t j = 0; j < columns; ++j) {
    for (double& value : result.column(j)) value = rng.normal();
  }
  return result;
}

// Three heaps far apart: whatever is drawn, every heap is a cluster with all its points.
TEST(FittedClusters, HaveAllPointsOfHeapsThatAreFarApart) {
  Matrix points = scattered(3000, 2, 1);
  std::vector<double> sums(3);
  for (std::size_t i = 0; i < 3000; ++i) {
    points(i, 0) += 1000.0 * static_cast<double>(i % 3);
    sums[i % 3] += points(i, 0);
  }
  const Clusters found = fitted_clusters(points, 3, 20, 200, sfumato::Run({.seed = 2}));
  EXPECT_EQ(found.sizes, (std::vector<std::int64_t>{1000, 1000, 1000}));
  std::vector<double> centres(found.centres.column(0).begin(), found.centres.column(0).end());
  std::sort(centres.begin(), centres.end());
  for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(centres[c], sums[c] / 1000.0, 1e-9);
}

TEST(FittedClusters, KeepTheNumberAndTheMeanOfThePoints) {
  const Matrix points = scattered(40000, 3, 7);
  const Clusters found = fitted_clusters(points, 20, 20, 2000, sfumato::Run({.seed = 3}));
  EXPECT_EQ(std::accumulate(found.sizes.begin(), found.sizes.end(), std::int64_t{0}), 40000);
  for (std::size_t j = 0; j < 3; ++j) {
    double all = 0.0, clustered = 0.0;
    for (const double value : points.column(j)) all += value;
    for (std::size_t c = 0; c < found.sizes.size(); ++c) {
      clustered += found.centres(c, j) * static_cast<double>(found.sizes[c]);
    }
    EXPECT_NEAR(all, clustered, 1e-8);
  }
}

TEST(FittedClusters, OfAllPointsAreThoseOfKMeans) {
  const Matrix points = scattered(500, 2, 5);
  const sfumato::Run run({.seed = 3});
  const Clusters found = fitted_clusters(points, 10, 20, 500, run), plain = k_means(points, 10, 20, run);
  EXPECT_EQ(found.sizes, plain.sizes);
  for (std::size_t j = 0; j < 2; ++j)
    EXPECT_TRUE(std::ranges::equal(found.centres.column(j), plain.centres.column(j)));
}

TEST(FittedClusters, AreTheSameForOneAndEightThreads) {
  const Matrix points = scattered(50000, 3, 9);
  const Clusters one = fitted_clusters(points, 30, 20, 3000, sfumato::Run({.seed = 3, .threads = 1})),
                 eight = fitted_clusters(points, 30, 20, 3000, sfumato::Run({.seed = 3, .threads = 8}));
  EXPECT_EQ(one.sizes, eight.sizes);
  for (std::size_t j = 0; j < 3; ++j)
    EXPECT_TRUE(std::ranges::equal(one.centres.column(j), eight.centres.column(j)));
}

TEST(FittedClusters, OfEqualPointsAreOne) {
  const Clusters found = fitted_clusters(Matrix(100, 2), 5, 20, 10, sfumato::Run({.seed = 3}));
  EXPECT_EQ(found.sizes, (std::vector<std::int64_t>{100}));
}

}  // namespace
}  // namespace sfumato::stats
