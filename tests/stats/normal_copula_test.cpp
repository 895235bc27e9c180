// The normal copula by hand: rank correlations, their normal counterparts, and conditioning.
#include "stats/distributions/normal_copula.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "stats/linear/eigen.hpp"
#include "support/matrices.hpp"

namespace sfumato::stats {
namespace {

// root·rootᵀ
Matrix product(const Matrix& root) {
  Matrix result(root.rows(), root.rows());
  for (std::size_t i = 0; i < root.rows(); ++i) {
    for (std::size_t j = 0; j < root.rows(); ++j) {
      for (std::size_t k = 0; k < root.columns(); ++k) result(i, j) += root(i, k) * root(j, k);
    }
  }
  return result;
}

TEST(NormalCopula, RankCorrelationsByHand) {
  // Σd² = 1 + 1 + 0 + 0 = 2: ρ = 1 − 6·2/(4·15) = 0.8. The third is constant, the fourth reversed.
  const Matrix found = rank_correlation({{1, 2, 3, 4}, {2, 1, 3, 4}, {2.5, 2.5, 2.5, 2.5}, {4, 3, 2, 1}},
                                        sfumato::Run({.seed = 1}));
  EXPECT_NEAR(found(0, 1), 0.8, 1e-15);
  EXPECT_NEAR(found(1, 0), 0.8, 1e-15);
  EXPECT_EQ(found(0, 2), 0.0);
  EXPECT_EQ(found(2, 2), 1.0);
  EXPECT_NEAR(found(0, 3), -1.0, 1e-15);
}

TEST(NormalCopula, RankCorrelationsOfManyBlocks) {
  constexpr std::size_t n = 10001;
  std::vector<double> ascending(n), mixed(n);
  std::iota(ascending.begin(), ascending.end(), 1.0);
  mixed = ascending;
  Rng rng({3, 3});
  rng.shuffle(std::span(mixed).first(n / 2));
  double squares = 0.0;
  for (std::size_t i = 0; i < n; ++i) squares += (ascending[i] - mixed[i]) * (ascending[i] - mixed[i]);
  const double size = n, expected = 1.0 - 6.0 * squares / (size * (size * size - 1.0));
  for (const int threads : {1, 8}) {
    const Matrix found = rank_correlation({ascending, mixed}, sfumato::Run({.seed = 1, .threads = threads}));
    EXPECT_NEAR(found(0, 1), expected, 1e-12);
  }
}

TEST(NormalCopula, NormalCorrelations) {
  const Matrix found = normal_correlation(square_matrix({{1, 0.5, -1}, {0.5, 1, 0}, {-1, 0, 1}}));
  EXPECT_NEAR(found(0, 1), 0.5176380902050415, 2e-16);  // 2·sin 15°
  EXPECT_NEAR(found(0, 2), -1.0, 2e-16);
  EXPECT_EQ(found(1, 2), 0.0);
  for (double rho = -1.0; rho <= 1.0; rho += 0.01) {
    const Matrix pair = normal_correlation(square_matrix({{1, rho}, {rho, 1}}));
    EXPECT_NEAR(pair(0, 1), 2.0 * std::sin(std::acos(-1.0) * rho / 6.0), 3e-16) << rho;
  }
}

TEST(NormalCopula, ClippingByHand) {
  // Eigenvalues 1.9, 1.9 and −0.8, the last along (1, −1, 1)/√3. Without it the diagonal is 1 + 0.8/3 and
  // the others ±(0.9 − 0.8/3), half of that.
  const Matrix found = clipped_correlation(square_matrix({{1, 0.9, -0.9}, {0.9, 1, 0.9}, {-0.9, 0.9, 1}}));
  EXPECT_NEAR(found(0, 1), 0.5, 1e-14);
  EXPECT_NEAR(found(0, 2), -0.5, 1e-14);
  EXPECT_EQ(found(2, 2), 1.0);
  EXPECT_GE(symmetric_eigensystem(found).values.back(), -1e-14);
  const Matrix proper = clipped_correlation(square_matrix({{1, 0.3, 0.2}, {0.3, 1, -0.4}, {0.2, -0.4, 1}}));
  EXPECT_NEAR(proper(0, 1), 0.3, 1e-14);
  EXPECT_NEAR(proper(1, 2), -0.4, 1e-14);
}

TEST(NormalCopula, ConditioningByHand) {
  const ConditionalNormal one = conditional_normal(square_matrix({{1, 0.6}, {0.6, 1}}), 1);
  EXPECT_NEAR(one.slopes(0, 0), 0.6, 1e-15);
  EXPECT_NEAR(product(one.root)(0, 0), 0.64, 1e-15);
  // The same variable twice: each has half of the slope.
  const ConditionalNormal twice =
      conditional_normal(square_matrix({{1, 1, 0.6}, {1, 1, 0.6}, {0.6, 0.6, 1}}), 2);
  EXPECT_NEAR(twice.slopes(0, 0), 0.3, 1e-14);
  EXPECT_NEAR(twice.slopes(0, 1), 0.3, 1e-14);
  EXPECT_NEAR(product(twice.root)(0, 0), 0.64, 1e-14);
  // Two given one: partial covariance 0.5 − 0.6·0.2.
  const ConditionalNormal two =
      conditional_normal(square_matrix({{1, 0.6, 0.2}, {0.6, 1, 0.5}, {0.2, 0.5, 1}}), 1);
  EXPECT_NEAR(product(two.root)(0, 1), 0.38, 1e-14);
  EXPECT_NEAR(product(two.root)(1, 1), 0.96, 1e-14);
}

TEST(NormalCopula, WithoutConditionsTheRootIsThatOfTheMatrix) {
  const Matrix correlation = square_matrix({{1, 0.3, 0.2}, {0.3, 1, -0.4}, {0.2, -0.4, 1}});
  const Matrix found = product(conditional_normal(correlation, 0).root);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(found(i, j), correlation(i, j), 1e-14);
  }
}

TEST(NormalCopula, DrawsByHand) {
  ConditionalNormal model{Matrix(2, 1), Matrix(2, 2)};
  model.slopes(0, 0) = 0.5;
  model.slopes(1, 0) = -1.0;
  model.root(0, 0) = 2.0;
  model.root(1, 1) = 3.0;
  Matrix terms(2, 3), draws(5, 2);
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t k = 0; k < 3; ++k) terms(i, k) = static_cast<double>(10 * i + k + 1);
  }
  add_draws(model, terms, draws, 3);
  EXPECT_EQ(draws(2, 0), 0.0);
  EXPECT_EQ(draws(3, 0), 0.5 * 1 + 2.0 * 2);
  EXPECT_EQ(draws(3, 1), -1.0 * 1 + 3.0 * 3);
  EXPECT_EQ(draws(4, 0), 0.5 * 11 + 2.0 * 12);
  EXPECT_EQ(draws(4, 1), -1.0 * 11 + 3.0 * 13);
}

TEST(NormalCopula, KendallsCorrelationsBecomeNormalOnes) {
  EXPECT_EQ(correlation_of_tau(0.0), 0.0);
  EXPECT_NEAR(correlation_of_tau(1.0 / 3.0), 0.5, 1e-15);
  EXPECT_NEAR(correlation_of_tau(-0.5), -std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(correlation_of_tau(1.0), 1.0, 1e-15);
  EXPECT_EQ(correlation_of_tau(7.0), correlation_of_tau(1.0));  // noise may carry τ beyond its range
}

}  // namespace
}  // namespace sfumato::stats
