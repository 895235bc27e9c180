// Singular values by hand.
#include "stats/linear/singular_values.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sfumato::stats {
namespace {

TEST(SingularValues, ByHand) {
  // [[3, 0], [4, 5]] has A·Aᵀ = [[9, 12], [12, 41]] with eigenvalues 45 and 5.
  Matrix matrix(2, 2);
  matrix(0, 0) = 3.0;
  matrix(1, 0) = 4.0;
  matrix(1, 1) = 5.0;
  const SingularSystem system = singular_system(matrix);
  EXPECT_NEAR(system.values[0], std::sqrt(45.0), 1e-14);
  EXPECT_NEAR(system.values[1], std::sqrt(5.0), 1e-14);
  EXPECT_NEAR(std::fabs(system.left(0, 0)), 1.0 / std::sqrt(10.0), 1e-14);
  EXPECT_NEAR(std::fabs(system.left(1, 0)), 3.0 / std::sqrt(10.0), 1e-14);
}

TEST(SingularValues, OfNothing) { EXPECT_TRUE(singular_system(Matrix(3, 0)).values.empty()); }

}  // namespace
}  // namespace sfumato::stats
