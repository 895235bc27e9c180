// Intervals by hand and from tables, and their overlaps.
#include "stats/models/estimates.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sfumato::stats {
namespace {

// Quantiles from printed tables of Student's t.
TEST(Estimates, StudentsQuantiles) {
  EXPECT_NEAR(student_t_quantile(0.975, 1), 12.706, 5e-4);
  EXPECT_NEAR(student_t_quantile(0.975, 10), 2.228, 5e-4);
  EXPECT_NEAR(student_t_quantile(0.95, 30), 1.697, 5e-4);
  EXPECT_NEAR(student_t_quantile(0.5, 3), 0.0, 1e-12);
}

TEST(Estimates, OfAMean) {
  const std::vector<double> values{1, 2, 3, 4, 5};  // sd √2.5, standard error √½, t(0.975; 4) = 2.776
  const auto found = mean_estimate(values, 0.95);
  EXPECT_DOUBLE_EQ(found->value, 3.0);
  EXPECT_NEAR(found->upper - found->value, 2.7764 * std::sqrt(0.5), 5e-5);
  EXPECT_FALSE(mean_estimate(std::span(values).first(1), 0.95));
}

// x = 1 … 5 and y = 2, 4, 5, 4, 5: slope 0.6, intercept 2.2, s² = 0.8, standard errors √(0.8/10) and
// √(0.8·(1/5 + 9/10)), t(0.975; 3) = 3.1824.
TEST(Estimates, OfARegressionByHand) {
  Matrix predictors(5, 1);
  for (std::size_t i = 0; i < 5; ++i) predictors(i, 0) = static_cast<double>(i + 1);
  const std::vector<double> response{2, 4, 5, 4, 5};
  const auto found = regression_estimates(predictors, response, 0.95, sfumato::Run({.seed = 1}));
  EXPECT_NEAR(found[0]->value, 2.2, 1e-12);
  EXPECT_NEAR(found[1]->value, 0.6, 1e-12);
  EXPECT_NEAR(found[1]->upper - found[1]->value, 3.18245 * std::sqrt(0.08), 1e-4);
  EXPECT_NEAR(found[0]->upper - found[0]->value, 3.18245 * std::sqrt(0.88), 1e-4);
}

TEST(Estimates, WhatTheDataDoNotDetermineIsNone) {
  const sfumato::Run run({.seed = 1});
  Matrix predictors(20, 4);
  std::vector<double> response(20);
  Rng rng({1, 1});
  for (std::size_t i = 0; i < 20; ++i) {
    predictors(i, 0) = rng.normal();
    predictors(i, 1) = 100.0 - 3.0 * predictors(i, 0);  // collinear
    predictors(i, 2) = rng.normal();
    predictors(i, 3) = 7.0;  // constant
    response[i] = rng.normal();
  }
  const auto found = regression_estimates(predictors, response, 0.9, run);
  EXPECT_FALSE(found[0]);  // the intercept depends on how the collinear two share their slope
  EXPECT_FALSE(found[1]);
  EXPECT_FALSE(found[2]);
  EXPECT_TRUE(found[3]);
  EXPECT_FALSE(found[4]);
  EXPECT_FALSE(regression_estimates(Matrix(2, 1), std::vector<double>{1, 2}, 0.9, run)[1]);
  EXPECT_FALSE(regression_estimates(Matrix(0, 1), {}, 0.9, run)[0]);
}

TEST(Estimates, Overlaps) {
  EXPECT_DOUBLE_EQ(interval_overlap({1, 0, 2}, {1, 0, 2}), 1.0);
  EXPECT_DOUBLE_EQ(interval_overlap({1, 0, 2}, {3, 1, 5}), 0.5 * (1.0 / 2.0 + 1.0 / 4.0));
  EXPECT_DOUBLE_EQ(interval_overlap({1, 0, 2}, {5, 4, 6}), -1.0);
  EXPECT_DOUBLE_EQ(interval_overlap({1, 1, 1}, {1, 0, 2}), 0.5);
  EXPECT_DOUBLE_EQ(interval_overlap({3, 3, 3}, {1, 0, 2}), 0.0);
  EXPECT_DOUBLE_EQ(interval_overlap({3, 3, 3}, {3, 3, 3}), 1.0);
  EXPECT_DOUBLE_EQ(interval_overlap({3, 3, 3}, {4, 4, 4}), 0.0);
}

}  // namespace
}  // namespace sfumato::stats
