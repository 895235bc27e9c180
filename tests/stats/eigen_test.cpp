// Eigensystems: a known one, and the defining equation.
#include "stats/linear/eigen.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

TEST(Eigensystem, OfATwoByTwoMatrix) {
  Matrix matrix(2, 2);
  matrix(0, 0) = matrix(1, 1) = 1.0;
  matrix(0, 1) = matrix(1, 0) = 0.5;
  const Eigensystem found = symmetric_eigensystem(matrix);
  EXPECT_NEAR(found.values[0], 1.5, 1e-15);
  EXPECT_NEAR(found.values[1], 0.5, 1e-15);
  EXPECT_NEAR(std::fabs(found.vectors(0, 0)), std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(found.vectors(0, 0), found.vectors(1, 0), 1e-15);
}

TEST(Eigensystem, SatisfiesItsEquation) {
  Rng rng({4, 4});
  Matrix matrix(6, 6);
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j <= i; ++j) matrix(i, j) = matrix(j, i) = rng.normal();
  }
  const Eigensystem found = symmetric_eigensystem(matrix);
  for (std::size_t j = 0; j < 6; ++j) {
    if (j > 0) {
      EXPECT_GE(found.values[j - 1], found.values[j]);
    }
    for (std::size_t i = 0; i < 6; ++i) {
      double product = 0.0;
      for (std::size_t l = 0; l < 6; ++l) product += matrix(i, l) * found.vectors(l, j);
      EXPECT_NEAR(product, found.values[j] * found.vectors(i, j), 1e-13);
    }
  }
}

}  // namespace
}  // namespace sfumato::stats
