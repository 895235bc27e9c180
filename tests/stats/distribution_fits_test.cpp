// Fitted distributions: distances by hand, maximum likelihood, and what the best fit finds.
#include "stats/distributions/distribution_fits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/distributions.hpp"

namespace sfumato::stats {
namespace {

const std::vector<Family> families{Family::normal,      Family::lognormal, Family::gamma,  Family::weibull,
                                   Family::exponential, Family::beta,      Family::uniform};

TEST(DistributionFits, DistanceByHand) {
  const std::vector<double> sorted{1, 2, 4};
  // Uniform on [1, 4]: F = 0, 1/3, 1. Exponential of mean 7/3: F(1) = 1 − e^(−3/7), against nothing below.
  EXPECT_NEAR(kolmogorov_distance(*fitted(Family::uniform, sorted), sorted), 1.0 / 3.0, 1e-15);
  EXPECT_NEAR(kolmogorov_distance(*fitted(Family::exponential, sorted), sorted), 1.0 - std::exp(-3.0 / 7.0),
              1e-15);
  // Normal, mean 7/3, sd √(7/3): the largest gap is 2/3 − Φ(−1/3/√(7/3)).
  EXPECT_NEAR(kolmogorov_distance(*fitted(Family::normal, sorted), sorted),
              2.0 / 3.0 - 0.5 * std::erfc(1.0 / 3.0 / std::sqrt(7.0 / 3.0) / std::sqrt(2.0)), 1e-14);
}

TEST(DistributionFits, DistanceLeavesNothingOut) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    for (const Distribution& source : examples) {
      std::vector<double> values = sample(source, 3 + 97 * seed, seed);
      if (seed % 2 == 1) {
        for (double& value : values) value = std::round(value);  // ties
      }
      for (const Distribution& other : examples)
        EXPECT_EQ(kolmogorov_distance(other, values), plain_distance(other, values));
    }
  }
}

// The exponential is a gamma and a Weibull distribution of shape 1, the uniform a beta of shapes 1, 1: of
// these a sample may come a little nearer to the larger family, with shapes near 1.
TEST(DistributionFits, LargeSamplesGiveBackFamilyAndParameters) {
  for (const Distribution& source : examples) {
    const std::vector<double> values = sample(source, 200000);
    const Fit found = best_fit(values);
    const Distribution& fit = found.distribution;
    EXPECT_LT(found.distance, 1.5 / std::sqrt(2e5)) << to_text(source.family);
    if (source.family == Family::exponential && fit.family != Family::exponential) {
      EXPECT_TRUE(fit.family == Family::gamma || fit.family == Family::weibull) << to_text(fit.family);
      EXPECT_NEAR(fit.first, 1.0, 0.02);
      EXPECT_NEAR(fit.second, 6.0, 0.15);
    } else if (source.family == Family::uniform && fit.family != Family::uniform) {
      EXPECT_EQ(fit.family, Family::beta);
      EXPECT_NEAR(fit.first, 1.0, 0.02);
      EXPECT_NEAR(fit.second, 1.0, 0.02);
    } else {
      EXPECT_EQ(to_text(fit.family), to_text(source.family));
      EXPECT_NEAR(fit.first, source.first, 0.02 * std::fabs(source.first));
      EXPECT_NEAR(fit.second, source.second, 0.02 * std::fabs(source.second));
    }
    const auto own = fitted(source.family, values);
    ASSERT_TRUE(own.has_value());
    EXPECT_NEAR(own->first, source.first, 0.02 * std::fabs(source.first)) << to_text(source.family);
    EXPECT_NEAR(own->second, source.second, 0.02 * std::fabs(source.second)) << to_text(source.family);
    // Of beta(2, 0.8), P(u < t) ≈ 0.72·t², so that none of 200,000 lies below t = 0.01 with e^−14.4.
    EXPECT_NEAR(own->lower, source.lower, 0.1);
    EXPECT_NEAR(own->upper, source.upper, 0.1);
  }
}

// Log-likelihoods up to constants, of the values as the fit takes them.
double log_likelihood(const Distribution& d, const std::vector<double>& values) {
  double sum = 0.0;
  const auto n = static_cast<double>(values.size());
  for (const double x : values) {
    if (d.family == Family::gamma) {
      sum +=
          (d.first - 1.0) * std::log(x) - x / d.second - std::lgamma(d.first) - d.first * std::log(d.second);
    } else if (d.family == Family::weibull) {
      sum += std::log(d.first / d.second) + (d.first - 1.0) * std::log(x / d.second) -
             std::pow(x / d.second, d.first);
    } else {
      const double u = ((x - d.lower) / (d.upper - d.lower) * (n - 1.0) + 0.5) / n;
      sum += (d.first - 1.0) * std::log(u) + (d.second - 1.0) * std::log(1.0 - u) +
             std::lgamma(d.first + d.second) - std::lgamma(d.first) - std::lgamma(d.second);
    }
  }
  return sum;
}

TEST(DistributionFits, NoNeighbourIsMoreLikely) {
  Rng rng({8, 8});
  for (int round = 0; round < 60; ++round) {
    std::vector<double> values(2 + rng.below(40));
    const double spread = 0.01 + 3.0 * rng.uniform();
    for (double& value : values) value = 100.0 * std::exp(spread * rng.normal());
    std::sort(values.begin(), values.end());
    for (const Family family : {Family::gamma, Family::weibull, Family::beta}) {
      const auto fit = fitted(family, values);
      ASSERT_TRUE(fit.has_value()) << to_text(family);
      const double most = log_likelihood(*fit, values);
      for (const double step : {-1e-3, 1e-3}) {
        Distribution first = *fit, second = *fit;
        first.first *= 1.0 + step;
        second.second *= 1.0 + step;
        EXPECT_LE(log_likelihood(first, values), most + 1e-8 * std::fabs(most)) << to_text(family);
        EXPECT_LE(log_likelihood(second, values), most + 1e-8 * std::fabs(most)) << to_text(family);
      }
    }
  }
}

TEST(DistributionFits, FamiliesWithBoundsNeedValuesWithinThem) {
  const std::vector<double> zero{0, 1, 2, 5}, negative{-1, 1, 2, 5};
  for (const Family family : families) {
    const bool positive = family == Family::lognormal || family == Family::gamma || family == Family::weibull;
    EXPECT_EQ(fitted(family, zero).has_value(), !positive) << to_text(family);
    EXPECT_EQ(fitted(family, negative).has_value(), !positive && family != Family::exponential);
  }
}

// Whatever numbers come, the fit is of finite parameters and draws finite values.
TEST(DistributionFits, UnusualColumnsHaveAFit) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  const std::vector<std::vector<double>> columns{
      {-1e150, 1e150},    {1e-300, 1e150},          {tiny, 1.0},          {0.0, tiny},
      {1e15, 1e15 + 1.0}, {1.0, 1.0 + 1e-15},       {-1e-300, 1e-300},    {1, 1, 1, 1, 1, 2},
      {0, 0, 0, 0, 1e9},  {1e-300, 2e-300, 1e-299}, {1e149, 1e150, 1e150}};
  Rng rng({1, 1});
  for (const auto& column : columns) {
    for (const Family family : families) {
      const auto fit = fitted(family, column);
      if (!fit) continue;
      EXPECT_TRUE(std::isfinite(fit->first) && std::isfinite(fit->second)) << to_text(family);
      for (int i = 0; i < 200; ++i) {
        const double value = fit->draw(rng);
        EXPECT_LE(std::fabs(value), 1e150) << to_text(family);
      }
    }
    const Fit best = best_fit(column);
    EXPECT_LE(best.distance, 1.0);
    EXPECT_GT(best.distance, 0.0);
  }
}

}  // namespace
}  // namespace sfumato::stats
