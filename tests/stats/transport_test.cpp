// Optimal transport against every permutation, by hand, and its laws.
#include "stats/transport/transport.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stats/neighbours/nearest_rows.hpp"
#include "support/plain_assignment.hpp"
#include "support/points.hpp"

namespace sfumato::stats {
namespace {

PointMasses evenly(Matrix points, std::int64_t each = 1) {
  std::vector<std::int64_t> mass(points.rows(), each);
  return {std::move(points), std::move(mass)};
}

double distance(const PointMasses& from, const PointMasses& to, int threads = 2) {
  return transport(from, to, sfumato::Run({.seed = 1, .threads = threads})).distance;
}

// The least mean distance over all ways to pair the rows.
double best_permutation(const Matrix& a, const Matrix& b) {
  std::vector<std::size_t> order(a.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  double best = 1e300;
  do {
    double sum = 0.0;
    for (std::size_t i = 0; i < order.size(); ++i) sum += std::sqrt(squared_distance(a, i, b, order[i]));
    best = std::min(best, sum);
  } while (std::next_permutation(order.begin(), order.end()));
  return best / static_cast<double>(a.rows());
}

TEST(Transport, EqualsTheBestPermutation) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const std::size_t rows = 1 + seed % 7, columns = 1 + seed % 4;
    for (const bool grid : {false, true}) {
      const Matrix a = random_points(rows, columns, grid, 2 * seed),
                   b = random_points(rows, columns, grid, 2 * seed + 1);
      const double best = best_permutation(a, b);
      EXPECT_NEAR(distance(evenly(a), evenly(b)), best, 1e-9 * best) << seed;
    }
  }
}

// Large enough that most pairs have to be found by pricing.
TEST(Transport, EqualsAPlainAssignment) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const std::size_t rows = 60 + 20 * seed, columns = 2 + seed % 5;
    const Matrix a = random_points(rows, columns, seed % 3 == 2, 40 + seed);
    Matrix b = random_points(rows, columns, seed % 3 == 2, 80 + seed);
    if (seed % 3 == 0) {
      for (std::size_t j = 0; j < columns; ++j) {
        for (std::size_t i = 0; i < rows; ++i) b(i, j) = a(i, j) + 0.5 * b(i, j);
      }
    }
    const double best =
        sfumato::testing::plain_assignment(
            rows, [&](std::size_t i, std::size_t j) { return std::sqrt(squared_distance(a, i, b, j)); }) /
        static_cast<double>(rows);
    EXPECT_NEAR(distance(evenly(a), evenly(b)), best, 1e-9 * best) << seed;
  }
}

// All sources on one side, all sinks in a far cluster: neighbours are few and shared.
TEST(Transport, FarClusters) {
  const Matrix a = random_points(150, 3, false, 21);
  Matrix b = random_points(150, 3, false, 22);
  for (double& value : b.column(1)) value += 1e5;
  const double best =
      sfumato::testing::plain_assignment(
          150, [&](std::size_t i, std::size_t j) { return std::sqrt(squared_distance(a, i, b, j)); }) /
      150.0;
  EXPECT_NEAR(distance(evenly(a), evenly(b)), best, 1e-9 * best);
}

// Row i of weight w is the same as w equal rows; so weights and unequal sizes follow from permutations.
TEST(Transport, WeightsAreManyEqualPoints) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Matrix a = random_points(3, 2, false, 100 + seed), b = random_points(2, 2, false, 200 + seed);
    const std::vector<std::size_t> a_rows{0, 0, 1, 2, 2, 2}, b_rows{0, 1, 1, 1, 1, 1};
    const double best = best_permutation(taking_rows(a, a_rows), taking_rows(b, b_rows));
    EXPECT_NEAR(distance({a, {2, 1, 3}}, {b, {1, 5}}), best, 1e-9 * best);
  }
}

TEST(Transport, ByHand) {
  Matrix from(2, 2), to(1, 2);
  from(0, 0) = 3.0;
  from(0, 1) = 4.0;
  from(1, 0) = -1.0;  // half goes 5 far, half 1
  EXPECT_DOUBLE_EQ(distance(evenly(from), evenly(to, 2)), 3.0);
}

// The dual of the line: ∫|F − G|, at a size where permutations cannot go.
TEST(Transport, OnALineEqualsTheAreaBetweenTheDistributions) {
  const Matrix a = random_points(200, 1, false, 5), b = random_points(200, 1, false, 6);
  std::vector<double> x(a.column(0).begin(), a.column(0).end()), y(b.column(0).begin(), b.column(0).end());
  std::sort(x.begin(), x.end());
  std::sort(y.begin(), y.end());
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += std::fabs(x[i] - y[i]);
  EXPECT_NEAR(distance(evenly(a), evenly(b)), sum / 200.0, 1e-9 * sum);
  // The same points in a plane, which the network simplex solves.
  Matrix wide_a(200, 2), wide_b(200, 2);
  std::copy(a.column(0).begin(), a.column(0).end(), wide_a.column(1).begin());
  std::copy(b.column(0).begin(), b.column(0).end(), wide_b.column(1).begin());
  EXPECT_NEAR(distance(evenly(wide_a), evenly(wide_b)), sum / 200.0, 1e-9 * sum);
}

TEST(Transport, IsAMetric) {
  const Matrix a = random_points(150, 3, false, 1), b = random_points(150, 3, false, 2),
               c = random_points(150, 3, true, 3);
  const double ab = distance(evenly(a), evenly(b)), bc = distance(evenly(b), evenly(c)),
               ac = distance(evenly(a), evenly(c));
  EXPECT_EQ(distance(evenly(a), evenly(a)), 0.0);
  EXPECT_NEAR(distance(evenly(b), evenly(a)), ab, 1e-12 * ab);
  EXPECT_LE(ac, ab + bc);
  EXPECT_GT(ab, 0.0);
}

// Moving every point by the same step moves the mass by exactly that: no plan is shorter.
TEST(Transport, OfAShiftIsItsLength) {
  const Matrix a = random_points(400, 3, false, 9);
  Matrix b = a;
  for (double& value : b.column(0)) value += 3.0;
  for (double& value : b.column(2)) value -= 4.0;
  EXPECT_NEAR(distance(evenly(a), evenly(b)), 5.0, 1e-9);
}

TEST(Transport, DoesNotDependOnThreadsOrOrder) {
  const Matrix a = random_points(300, 4, false, 11), b = random_points(300, 4, false, 12);
  const double one = distance(evenly(a), evenly(b), 1);
  EXPECT_EQ(one, distance(evenly(a), evenly(b), 8));
  std::vector<std::size_t> backwards(300);
  for (std::size_t i = 0; i < 300; ++i) backwards[i] = 299 - i;
  EXPECT_NEAR(distance(evenly(taking_rows(a, backwards)), evenly(b)), one, 1e-12 * one);
}

TEST(Transport, TakesNoMassAndFarPoints) {
  EXPECT_EQ(distance({Matrix(0, 2), {}}, {Matrix(0, 2), {}}), 0.0);
  Matrix near(2, 2), far(2, 2);
  near(1, 0) = 1e-12;
  far(0, 0) = 1e140;
  far(1, 1) = 1e140;
  EXPECT_NEAR(distance(evenly(near), evenly(far)), 1e140, 1e131);
}

}  // namespace
}  // namespace sfumato::stats
