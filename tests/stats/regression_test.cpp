// Regressions against certified and hand-computed results, and what must hold at any solution.
#include "stats/linear/regression.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "stats/distributions/moments.hpp"

namespace sfumato::stats {
namespace {

const sfumato::Run one_run({.seed = 1, .threads = 2});

Matrix design_of(const std::vector<std::vector<double>>& columns) {
  Matrix result(columns.front().size(), columns.size() + 1);
  for (std::size_t i = 0; i < result.rows(); ++i) {
    result(i, 0) = 1.0;
    for (std::size_t j = 0; j < columns.size(); ++j) result(i, j + 1) = columns[j][i];
  }
  return result;
}

Matrix covariance_of(const Matrix& root) {
  Matrix result(root.rows(), root.rows());
  for (std::size_t i = 0; i < root.rows(); ++i) {
    for (std::size_t j = 0; j < root.rows(); ++j) {
      for (std::size_t k = 0; k < root.columns(); ++k) result(i, j) += root(i, k) * root(j, k);
    }
  }
  return result;
}

// Longley's data: the certified values are from the NIST Statistical Reference Datasets, Linear Regression.
TEST(LinearRegression, LongleyToTenDigits) {
  const std::vector<double> employed{60323, 61122, 60171, 61187, 63221, 63639, 64989, 63761,
                                     66019, 67857, 68169, 66513, 68655, 69564, 69331, 70551};
  std::vector<std::vector<double>> predictors{
      {83.0, 88.5, 88.2, 89.5, 96.2, 98.1, 99.0, 100.0, 101.2, 104.6, 108.4, 110.8, 112.6, 114.2, 115.7,
       116.9},
      {234289, 259426, 258054, 284599, 328975, 346999, 365385, 363112, 397469, 419180, 442769, 444546, 482704,
       502601, 518173, 554894},
      {2356, 2325, 3682, 3351, 2099, 1932, 1870, 3578, 2904, 2822, 2936, 4681, 3813, 3931, 4806, 4007},
      {1590, 1456, 1616, 1650, 3099, 3594, 3547, 3350, 3048, 2857, 2798, 2637, 2552, 2514, 2572, 2827},
      {107608, 108632, 109773, 110929, 112075, 113270, 115094, 116219, 117388, 118734, 120445, 121950, 123366,
       125368, 127852, 130081},
      {1947, 1948, 1949, 1950, 1951, 1952, 1953, 1954, 1955, 1956, 1957, 1958, 1959, 1960, 1961, 1962}};
  std::vector<double> scales;
  for (std::vector<double>& column : predictors) {
    const Moments spread = moments(column);
    scales.push_back(spread.sd());
    for (double& value : column) value = (value - spread.mean) / spread.sd();
  }
  const LinearFit fit = linear_regression(design_of(predictors), employed, 0.0, one_run);
  const std::array<double, 6> certified{15.0618722713733,  -0.358191792925910e-01, -2.02022980381683,
                                        -1.03322686717359, -0.511041056535807e-01, 1829.15146461355};
  const std::array<double, 6> errors{84.9149257747669,  0.334910077722432e-01, 0.488399681651699,
                                     0.214274163161675, 0.226073200069370,     455.478499142212};
  const Matrix covariance = covariance_of(fit.root);
  EXPECT_EQ(fit.rank, 7U);
  EXPECT_EQ(fit.degrees_of_freedom, 9.0);
  EXPECT_NEAR(std::sqrt(fit.residual_variance()), 304.854073561965, 1e-9);
  for (std::size_t j = 0; j < certified.size(); ++j) {
    EXPECT_NEAR(fit.coefficients[j + 1] / scales[j] / certified[j], 1.0, 1e-10) << j;
    const double error = std::sqrt(fit.residual_variance() * covariance(j + 1, j + 1)) / scales[j];
    EXPECT_NEAR(error / errors[j], 1.0, 1e-10) << j;
  }
}

TEST(LinearRegression, AColumnThatOthersDetermineChangesNothing) {
  Rng rng({3, 3});
  std::vector<double> a(60), b(60), sum(60), response(60);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = rng.normal();
    b[i] = rng.normal();
    sum[i] = a[i] + b[i];
    response[i] = 1.0 + 2.0 * a[i] - b[i] + 0.1 * rng.normal();
  }
  const Matrix plain_design = design_of({a, b}), full_design = design_of({a, b, sum});
  const LinearFit plain = linear_regression(plain_design, response, 0.0, one_run);
  const LinearFit full = linear_regression(full_design, response, 0.0, one_run);
  EXPECT_EQ(full.rank, 3U);
  EXPECT_EQ(full.degrees_of_freedom, 57.0);
  EXPECT_NEAR(full.squares, plain.squares, 1e-12);
  EXPECT_NEAR(full.coefficients[1] + full.coefficients[3], plain.coefficients[1], 1e-12);
  // The covariance of a prediction is the same, too.
  const auto leverage = [](const Matrix& design, const LinearFit& fit, std::size_t row) {
    double result = 0.0;
    for (std::size_t k = 0; k < fit.root.columns(); ++k) {
      double score = 0.0;
      for (std::size_t j = 0; j < design.columns(); ++j) score += design(row, j) * fit.root(j, k);
      result += score * score;
    }
    return result;
  };
  for (const std::size_t row : {0U, 17U, 59U}) {
    EXPECT_NEAR(leverage(full_design, full, row), leverage(plain_design, plain, row), 1e-12);
  }
}

TEST(LinearRegression, ThePenaltyByHand) {
  // x = −1, 0, 1 and y = −2, 0, 2: β = Σxy/(Σx² + λ) = 4/(2 + 2) = 1; squares 2·1 + λβ² = 4.
  const std::vector<double> response{-2, 0, 2};
  const LinearFit fit = linear_regression(design_of({{-1, 0, 1}}), response, 2.0, one_run);
  EXPECT_NEAR(fit.coefficients[0], 0.0, 1e-15);
  EXPECT_NEAR(fit.coefficients[1], 1.0, 1e-15);
  EXPECT_NEAR(fit.squares, 4.0, 1e-14);
  EXPECT_EQ(fit.degrees_of_freedom, 2.0);
  EXPECT_NEAR(covariance_of(fit.root)(1, 1), 0.25, 1e-15);
}

TEST(LinearRegression, MoreColumnsThanRecords) {
  const std::vector<double> response{1, 2};
  const LinearFit fit = linear_regression(design_of({{1, -1}, {2, -2}, {0, 1}}), response, 0.0, one_run);
  EXPECT_EQ(fit.rank, 2U);
  EXPECT_EQ(fit.degrees_of_freedom, 0.0);
  EXPECT_EQ(fit.residual_variance(), 0.0);
  EXPECT_NEAR(fit.squares, 0.0, 1e-24);
}

// Records with x = 0: 20 of class 0 and 10 of class 1; with x = 1: 10 and 30. The model is saturated:
// intercept ln(10/20), slope ln(30/10) − ln(10/20) = ln 6 with variance 1/20 + 1/10 + 1/10 + 1/30.
TEST(LogisticRegression, ATwoByTwoTableByHand) {
  std::vector<double> x;
  std::vector<std::uint32_t> classes;
  const auto add = [&](int count, double value, std::uint32_t label) {
    for (int i = 0; i < count; ++i) {
      x.push_back(value);
      classes.push_back(label);
    }
  };
  add(20, 0, 0), add(10, 0, 1), add(10, 1, 0), add(30, 1, 1);
  const LogisticFit fit = logistic_regression(design_of({x}), classes, 2, 0.0, one_run);
  EXPECT_TRUE(fit.converged);
  EXPECT_NEAR(fit.coefficients(0, 0), std::log(0.5), 1e-10);
  EXPECT_NEAR(fit.coefficients(1, 0), std::log(6.0), 1e-10);
  const Matrix covariance = covariance_of(fit.root);
  EXPECT_NEAR(covariance(0, 0), 1.0 / 20 + 1.0 / 10, 1e-10);
  EXPECT_NEAR(covariance(1, 1), 1.0 / 20 + 1.0 / 10 + 1.0 / 10 + 1.0 / 30, 1e-10);
  EXPECT_NEAR(covariance(0, 1), -(1.0 / 20 + 1.0 / 10), 1e-10);
  const double likelihood =
      20 * std::log(2.0 / 3) + 10 * std::log(1.0 / 3) + 10 * std::log(0.25) + 30 * std::log(0.75);
  EXPECT_NEAR(fit.log_likelihood, likelihood, 1e-10);
}

// Three classes, 5, 15 and 30 records: ln(n_k/n_0), variances 1/n_k + 1/n_0 and covariance 1/n_0.
TEST(LogisticRegression, SeveralClassesByHand) {
  std::vector<std::uint32_t> classes(50, 2);
  std::fill_n(classes.begin(), 5, 0U);
  std::fill_n(classes.begin() + 5, 15, 1U);
  Matrix intercept(50, 1);
  for (double& value : intercept.column(0)) value = 1.0;
  const LogisticFit fit = logistic_regression(intercept, classes, 3, 1.0, one_run);
  EXPECT_NEAR(fit.coefficients(0, 0), std::log(3.0), 1e-10);
  EXPECT_NEAR(fit.coefficients(0, 1), std::log(6.0), 1e-10);
  const Matrix covariance = covariance_of(fit.root);
  EXPECT_NEAR(covariance(0, 0), 1.0 / 15 + 1.0 / 5, 1e-10);
  EXPECT_NEAR(covariance(1, 1), 1.0 / 30 + 1.0 / 5, 1e-10);
  EXPECT_NEAR(covariance(0, 1), 1.0 / 5, 1e-10);
}

TEST(LogisticRegression, TheGradientVanishesAtThePenalisedMaximum) {
  Rng rng({5, 5});
  std::vector<double> a(300), b(300);
  std::vector<std::uint32_t> classes(300);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = rng.normal();
    b[i] = rng.normal();
    classes[i] = static_cast<std::uint32_t>(rng.chance(0.5) ? rng.below(4) : (a[i] > 0.0 ? 1 : 3));
  }
  const Matrix design = design_of({a, b});
  const LogisticFit fit = logistic_regression(design, classes, 4, 2.0, one_run);
  ASSERT_TRUE(fit.converged);
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t j = 0; j < 3; ++j) {
      double sum = j > 0 ? -2.0 * fit.coefficients(j, k) : 0.0;
      for (std::size_t i = 0; i < a.size(); ++i) {
        std::array<double, 3> odds{};
        std::array<double, 4> shares{};
        for (std::size_t l = 0; l < 3; ++l) {
          for (std::size_t c = 0; c < 3; ++c) odds[l] += design(i, c) * fit.coefficients(c, l);
        }
        class_probabilities(odds, shares);
        sum += design(i, j) * ((classes[i] == k + 1 ? 1.0 : 0.0) - shares[k + 1]);
      }
      EXPECT_NEAR(sum, 0.0, 1e-6);
    }
  }
}

TEST(LogisticRegression, SeparatedClassesStayFiniteWithAPenalty) {
  std::vector<double> x;
  std::vector<std::uint32_t> classes;
  for (int i = -50; i <= 50; ++i) {
    x.push_back(i / 29.0);
    classes.push_back(i > 0 ? 1 : 0);
  }
  const LogisticFit fit = logistic_regression(design_of({x}), classes, 2, 0.1, one_run);
  EXPECT_TRUE(fit.converged);
  EXPECT_GT(fit.coefficients(1, 0), 2.0);
  EXPECT_LT(fit.coefficients(1, 0), 100.0);
  const LogisticFit free = logistic_regression(design_of({x}), classes, 2, 0.0, one_run);
  EXPECT_TRUE(std::isfinite(free.coefficients(1, 0)));
  EXPECT_TRUE(std::isfinite(free.root(1, 1)));
}

TEST(LogisticRegression, ProbabilitiesOfHugeOdds) {
  std::array<double, 3> shares{};
  class_probabilities(std::array<double, 2>{1e6, -1e6}, shares);
  EXPECT_EQ(shares, (std::array<double, 3>{0.0, 1.0, 0.0}));
  class_probabilities(std::array<double, 2>{0.0, 0.0}, shares);
  EXPECT_NEAR(shares[2], 1.0 / 3.0, 1e-15);
}

}  // namespace
}  // namespace sfumato::stats
