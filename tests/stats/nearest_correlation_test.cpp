// The nearest correlation matrix against published ones, and what makes it the nearest.
#include "stats/linear/nearest_correlation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.hpp"
#include "stats/distributions/normal_copula.hpp"
#include "stats/linear/eigen.hpp"
#include "support/matrices.hpp"

namespace sfumato::stats {
namespace {

Matrix random_symmetric(std::size_t size, Rng& rng) {
  Matrix result(size, size);
  for (std::size_t i = 0; i < size; ++i) {
    result(i, i) = 1.0;
    for (std::size_t j = 0; j < i; ++j) result(i, j) = result(j, i) = rng.uniform(-1.0, 1.0);
  }
  return result;
}

Matrix random_correlation(std::size_t size, Rng& rng) {
  return clipped_correlation(random_symmetric(size, rng));
}

void expect_correlation(const Matrix& matrix) {
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    EXPECT_NEAR(matrix(i, i), 1.0, 1e-12);
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_NEAR(matrix(i, j), matrix(j, i), 1e-14);
      EXPECT_LE(std::fabs(matrix(i, j)), 1.0 + 1e-12);
    }
  }
  EXPECT_GE(symmetric_eigensystem(matrix).values.back(), -1e-12);
}

// The example of Higham (2002): the nearest one has .7607 beside the diagonal and .1573 in the corners, and
// lies .5278 away.
TEST(NearestCorrelation, HighamsThreeByThree) {
  const Matrix given = square_matrix({{1, 1, 0}, {1, 1, 1}, {0, 1, 1}});
  const Matrix found = nearest_correlation(given);
  expect_correlation(found);
  EXPECT_NEAR(found(0, 1), 0.7607, 5e-5);
  EXPECT_NEAR(found(1, 2), 0.7607, 5e-5);
  EXPECT_NEAR(found(0, 2), 0.1573, 5e-5);
  EXPECT_NEAR(frobenius_distance(found, given), 0.5278, 5e-5);
}

// Higham (2002), section 4: of the tridiagonal matrix with 2 on its diagonal, which counts as 1, and −1
// beside.
TEST(NearestCorrelation, HighamsFourByFour) {
  const Matrix given = square_matrix({{2, -1, 0, 0}, {-1, 2, -1, 0}, {0, -1, 2, -1}, {0, 0, -1, 2}});
  const Matrix found = nearest_correlation(given);
  expect_correlation(found);
  EXPECT_NEAR(found(0, 1), -0.8084, 5e-5);
  EXPECT_NEAR(found(0, 2), 0.1916, 5e-5);
  EXPECT_NEAR(found(0, 3), 0.1068, 5e-5);
  EXPECT_NEAR(found(1, 2), -0.6562, 5e-5);
}

TEST(NearestCorrelation, TwoColumnsAreBroughtIntoRange) {
  const Matrix found = nearest_correlation(square_matrix({{1, 1.5}, {1.5, 1}}));
  EXPECT_NEAR(found(0, 1), 1.0, 1e-9);
  EXPECT_NEAR(nearest_correlation(square_matrix({{1, -0.25}, {-0.25, 1}}))(0, 1), -0.25, 1e-12);
  EXPECT_EQ(nearest_correlation(square_matrix({{1}}))(0, 0), 1.0);
}

TEST(NearestCorrelation, CorrelationMatricesStay) {
  Rng rng({5, 1});
  for (int round = 0; round < 30; ++round) {
    const Matrix given = random_correlation(2 + rng.below(7), rng);
    EXPECT_LT(frobenius_distance(nearest_correlation(given), given), 1e-7);
  }
}

// The nearest point X of a convex set makes no acute angle with any other: ⟨A − X, C − X⟩ ≤ 0 for every
// correlation matrix C.
TEST(NearestCorrelation, NoOtherIsNearer) {
  Rng rng({5, 2});
  for (int round = 0; round < 20; ++round) {
    const std::size_t size = 3 + rng.below(6);
    const Matrix given = random_symmetric(size, rng), found = nearest_correlation(given);
    expect_correlation(found);
    for (int other = 0; other < 50; ++other) {
      const Matrix candidate = random_correlation(size, rng);
      double product = 0.0;
      for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < size; ++j) {
          product += (given(i, j) - found(i, j)) * (candidate(i, j) - found(i, j));
        }
      }
      EXPECT_LE(product, 1e-6);
    }
  }
}

}  // namespace
}  // namespace sfumato::stats
