// The three kinds of error, weights and skipped zeros.
#include "stats/linear/discrepancy.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/distributions/moments.hpp"
#include "stats/linear/eigen.hpp"

namespace sfumato::stats {
namespace {

TEST(Discrepancy, ByHand) {
  Discrepancy found;
  found.add(2.0, 3.0);
  found.add(-4.0, -2.0);
  found.add(0.0, 5.0);
  EXPECT_DOUBLE_EQ(found.mean_square(), (1.0 + 4.0 + 25.0) / 3.0);
  EXPECT_DOUBLE_EQ(found.mean_absolute(), 8.0 / 3.0);
  EXPECT_DOUBLE_EQ(found.mean_variation(), (0.5 + 0.5) / 2.0);
  EXPECT_EQ(found.zeros(), 1U);
  EXPECT_EQ(found.to_value().at("zero_denominators"), Value(1));
}

TEST(Discrepancy, OfNothingIsZero) {
  const Discrepancy nothing;
  EXPECT_EQ(nothing.mean_square(), 0.0);
  EXPECT_EQ(nothing.mean_variation(), 0.0);
  EXPECT_EQ(nothing.to_value().find("zero_denominators"), nullptr);
}

TEST(Discrepancies, SkipVanishingComponents) {
  // Two columns that are one: λ = 2 and 0; only the first component counts.
  Matrix data(4, 2);
  for (std::size_t i = 0; i < 4; ++i) data(i, 0) = data(i, 1) = static_cast<double>(i * i);
  const Discrepancies found = discrepancies(data, data);
  EXPECT_EQ(found.loadings.mean_absolute(), 0.0);
  EXPECT_EQ(found.scores.mean_square(), 0.0);
  EXPECT_EQ(found.to_value().as_object().size(), 8U);
}

// Correlations .5 and .9 of two columns: λ = 1.5, .5 and 1.9, .1 with the same vectors (1, 1)/√2 and (1,
// −1)/√2. Loadings differ by |√(λ/2) − √(λ'/2)| in both rows; weights are λ/2, and the sum of 4 terms is
// divided by 4.
TEST(Discrepancies, WeighComponentsAndDivideByTheSquareOfColumns) {
  Matrix original(3, 2), masked(3, 2);
  const double a[3] = {1, 0, -1}, b[3] = {1, -2, 1};  // orthogonal, with sums of squares 2 and 6
  for (std::size_t i = 0; i < 3; ++i) {
    const double x = a[i], z = b[i] / std::sqrt(3.0);
    original(i, 0) = masked(i, 0) = x;
    original(i, 1) = 0.5 * x + std::sqrt(0.75) * z;
    masked(i, 1) = 0.9 * x + std::sqrt(0.19) * z;
  }
  const Discrepancies found = discrepancies(original, masked);
  EXPECT_NEAR(found.correlations.mean_absolute(), 0.4, 1e-12);
  const double first = std::sqrt(0.95) - std::sqrt(0.75), second = std::sqrt(0.25) - std::sqrt(0.05);
  EXPECT_NEAR(found.loadings.mean_absolute(), (2 * 0.75 * first + 2 * 0.25 * second) / 4.0, 1e-12);
}

// The same with a third column that is the sum of the others: its component has λ = 0 in both files and adds
// nothing, but the divisor is 9 and not 6.
TEST(Discrepancies, DivideByAllComponentsWhereSomeVanish) {
  Matrix original(4, 3), masked(4, 3);
  const double x[4] = {1, 2, 4, 7}, y[4] = {3, 1, 8, 2}, z[4] = {2, 2, 9, 3};
  for (std::size_t i = 0; i < 4; ++i) {
    original(i, 0) = x[i], original(i, 1) = y[i], original(i, 2) = x[i] + y[i];
    masked(i, 0) = x[i], masked(i, 1) = z[i], masked(i, 2) = x[i] + z[i];
  }
  const Discrepancies found = discrepancies(original, masked);
  const Eigensystem before = symmetric_eigensystem(correlation(covariance(original)));
  const Eigensystem after = symmetric_eigensystem(correlation(covariance(masked)));
  double sum = 0.0;
  for (std::size_t j = 0; j < 2; ++j) {
    double product = 0.0;
    for (std::size_t i = 0; i < 3; ++i) product += before.vectors(i, j) * after.vectors(i, j);
    const double sign = product < 0.0 ? -1.0 : 1.0;
    for (std::size_t i = 0; i < 3; ++i) {
      sum += before.values[j] / 3.0 *
             std::fabs(before.vectors(i, j) * std::sqrt(before.values[j]) -
                       sign * after.vectors(i, j) * std::sqrt(after.values[j]));
    }
  }
  EXPECT_NEAR(found.loadings.mean_absolute(), sum / 9.0, 1e-12);
}

TEST(Discrepancies, LeaveUndefinedCorrelationsOut) {
  Matrix original(4, 3), masked(4, 3);
  const double x[4] = {1, 2, 4, 7}, y[4] = {3, 1, 8, 2}, z[4] = {2, 2, 9, 3};
  for (std::size_t i = 0; i < 4; ++i) {
    original(i, 0) = masked(i, 0) = x[i];
    original(i, 1) = y[i], masked(i, 1) = z[i];
    original(i, 2) = 0.1, masked(i, 2) = x[i];
  }
  const double before = correlation(covariance(original))(0, 1),
               after = correlation(covariance(masked))(0, 1);
  const Discrepancies found = discrepancies(original, masked);
  EXPECT_DOUBLE_EQ(found.correlations.mean_absolute(), std::fabs(before - after));
  EXPECT_EQ(found.correlations.to_value().at("undefined"), Value(2));
}

}  // namespace
}  // namespace sfumato::stats
