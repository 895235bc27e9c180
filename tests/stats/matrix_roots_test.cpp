// Roots of covariance matrices: by hand, and of random matrices of every rank.
#include "stats/linear/matrix_roots.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.hpp"
#include "stats/distributions/moments.hpp"

namespace sfumato::stats {
namespace {

Matrix random_covariance(std::size_t m, std::size_t rank, Rng& rng) {
  Matrix factors(m, rank);
  for (std::size_t f = 0; f < rank; ++f) {
    for (double& value : factors.column(f)) value = rng.normal();
  }
  return product(factors, transposed(factors));
}

void expect_equal(const Matrix& a, const Matrix& b, double tolerance) {
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.columns(), b.columns());
  for (std::size_t j = 0; j < a.columns(); ++j) {
    for (std::size_t i = 0; i < a.rows(); ++i) EXPECT_NEAR(a(i, j), b(i, j), tolerance) << i << " " << j;
  }
}

TEST(MatrixRoots, ByHand) {
  // [[5, 4], [4, 5]] has the eigenvalues 9 and 1: its symmetric root is [[2, 1], [1, 2]].
  Matrix matrix(2, 2);
  matrix(0, 0) = matrix(1, 1) = 5.0;
  matrix(0, 1) = matrix(1, 0) = 4.0;
  const Matrix root = symmetric_root(matrix), inverse = symmetric_inverse_root(matrix);
  EXPECT_NEAR(root(0, 0), 2.0, 1e-14);
  EXPECT_NEAR(root(0, 1), 1.0, 1e-14);
  EXPECT_NEAR(inverse(0, 0), 2.0 / 3.0, 1e-14);
  EXPECT_NEAR(inverse(0, 1), -1.0 / 3.0, 1e-14);
}

TEST(MatrixRoots, MultiplyBackAtEveryRank) {
  Rng rng({9, 9});
  for (std::size_t m = 1; m <= 6; ++m) {
    for (std::size_t rank = 0; rank <= m; ++rank) {
      const Matrix matrix = random_covariance(m, rank, rng);
      const Matrix root = covariance_root(matrix);
      EXPECT_EQ(root.columns(), rank);
      if (rank > 0) expect_equal(product(root, transposed(root)), matrix, 1e-10);
      const Matrix half = symmetric_root(matrix), inverse = symmetric_inverse_root(matrix);
      expect_equal(product(half, half), matrix, 1e-10);
      // A pseudo-inverse: M·M⁺·M = M.
      expect_equal(product(product(matrix, product(inverse, inverse)), matrix), matrix, 1e-7);
    }
  }
}

TEST(MatrixRoots, ColumnsInSmallUnitsAreNotLost) {
  Matrix matrix(2, 2);
  matrix(0, 0) = 1e20;
  matrix(1, 1) = 1e-20;
  matrix(0, 1) = matrix(1, 0) = 0.5;
  const Matrix root = covariance_root(matrix);
  ASSERT_EQ(root.columns(), 2U);
  EXPECT_NEAR(product(root, transposed(root))(1, 1) / 1e-20, 1.0, 1e-12);
  EXPECT_NEAR(product(root, transposed(root))(0, 1), 0.5, 1e-12);
}

TEST(AvailableCovariance, ByHandAndAsCovarianceWhereNothingIsMissing) {
  Matrix data(4, 2);
  const double x[] = {1, 2, 3, std::nan("")}, y[] = {2, 4, 9, 100};
  for (std::size_t i = 0; i < 4; ++i) {
    data(i, 0) = x[i];
    data(i, 1) = y[i];
  }
  const Matrix found = available_covariance(data);
  EXPECT_DOUBLE_EQ(found(0, 0), 1.0);
  EXPECT_DOUBLE_EQ(found(0, 1), 3.5);  // over three records: (−1)(−3) + 0·(−1) + 1·4 = 7, halved
  EXPECT_DOUBLE_EQ(found(1, 1), covariance(data)(1, 1));
  data(3, 0) = 4.0;
  EXPECT_EQ(available_covariance(data)(0, 1), covariance(data)(0, 1));
}

}  // namespace
}  // namespace sfumato::stats
