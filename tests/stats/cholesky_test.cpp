// Triangular roots by hand, and what they solve.
#include "stats/linear/cholesky.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sfumato::stats {
namespace {

// [[4, 2], [2, 10]] = LLᵀ with L = [[2, 0], [1, 3]].
Matrix example() {
  Matrix matrix(2, 2);
  matrix(0, 0) = 4.0;
  matrix(0, 1) = matrix(1, 0) = 2.0;
  matrix(1, 1) = 10.0;
  return matrix;
}

TEST(Cholesky, ByHand) {
  const Matrix lower = cholesky(example());
  EXPECT_EQ(lower(0, 0), 2.0);
  EXPECT_EQ(lower(1, 0), 1.0);
  EXPECT_EQ(lower(0, 1), 0.0);
  EXPECT_EQ(lower(1, 1), 3.0);
  const std::vector<double> x = solved(lower, {10.0, 32.0});
  EXPECT_NEAR(x[0], 1.0, 1e-15);
  EXPECT_NEAR(x[1], 3.0, 1e-15);
}

TEST(Cholesky, InverseTransposedIsARootOfTheInverse) {
  const Matrix root = inverse_transposed(cholesky(example()));
  // The inverse is [[10, −2], [−2, 4]]/36.
  EXPECT_NEAR(root(0, 0) * root(0, 0) + root(0, 1) * root(0, 1), 10.0 / 36.0, 1e-15);
  EXPECT_NEAR(root(0, 1) * root(1, 1), -2.0 / 36.0, 1e-15);
  EXPECT_EQ(root(1, 0), 0.0);
}

TEST(Cholesky, SingularMatricesGiveFiniteNumbers) {
  Matrix ones(2, 2);
  for (std::size_t j = 0; j < 2; ++j) ones(0, j) = ones(1, j) = 1.0;
  for (const double value : solved(cholesky(ones), {1.0, 1.0})) EXPECT_TRUE(std::isfinite(value));
}

}  // namespace
}  // namespace sfumato::stats
