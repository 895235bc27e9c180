// The combining rules by hand, at their edges, and against the variance that they estimate.
#include "stats/models/combining_rules.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

TEST(CombiningRules, FullByHand) {
  // q̄ = 3, b = 10/4 = 2.5, ū = 1: T = 1.2·2.5 − 1 = 2, ν = 4·(1 − 1/3)² = 16/9.
  const std::vector<double> estimates{1, 2, 3, 4, 5}, variances{0.5, 1.5, 1, 0.8, 1.2};
  const Combined found = combine_full(estimates, variances, 1.0);
  EXPECT_NEAR(found.estimate, 3.0, 1e-15);
  EXPECT_NEAR(found.between, 2.5, 1e-15);
  EXPECT_NEAR(found.within, 1.0, 1e-15);
  EXPECT_NEAR(found.variance, 2.0, 1e-14);
  EXPECT_NEAR(found.degrees_of_freedom, 16.0 / 9.0, 1e-14);
  EXPECT_FALSE(found.adjusted);
}

TEST(CombiningRules, PartialByHand) {
  // T = 1 + 2.5/5 = 1.5, ν = 4·(1 + 1/0.5)² = 36.
  const std::vector<double> estimates{1, 2, 3, 4, 5}, variances{0.5, 1.5, 1, 0.8, 1.2};
  const Combined found = combine_partial(estimates, variances);
  EXPECT_NEAR(found.variance, 1.5, 1e-14);
  EXPECT_NEAR(found.degrees_of_freedom, 36.0, 1e-12);
  EXPECT_FALSE(found.adjusted);
}

TEST(CombiningRules, ANegativeVarianceIsReplaced) {
  // b = 0.01, ū = 1: T = 4/3·0.01 − 1 < 0, so 0.5·ū with half as many records in a copy.
  const std::vector<double> estimates{2.9, 3.0, 3.1}, variances{1, 1, 1};
  const Combined negative = combine_full(estimates, variances, 0.5);
  EXPECT_NEAR(negative.variance, 0.5, 1e-14);
  EXPECT_NEAR(negative.degrees_of_freedom, 2.0 / 9.0, 1e-14);
  EXPECT_TRUE(negative.adjusted);
  // b = 1, ū = 1: T = 1/3 stays, although it is less than ū.
  const std::vector<double> wider{2, 3, 4};
  EXPECT_FALSE(combine_full(wider, variances, 1.0).adjusted);
  EXPECT_NEAR(combine_full(wider, variances, 1.0).variance, 1.0 / 3.0, 1e-14);
}

TEST(CombiningRules, CopiesThatDoNotDiffer) {
  const std::vector<double> same{4, 4}, certain{0, 0}, uncertain{1, 1};
  EXPECT_EQ(combine_partial(same, uncertain).variance, 1.0);
  EXPECT_TRUE(std::isinf(combine_partial(same, uncertain).degrees_of_freedom));
  EXPECT_EQ(combine_full(same, certain, 1.0).variance, 0.0);
  EXPECT_TRUE(std::isinf(combine_full(same, certain, 1.0).degrees_of_freedom));
  EXPECT_FALSE(combine_full(same, certain, 1.0).adjusted);
}

// The mean of n = 50 normal values, in M = 20 copies of n′ records: T must be, on average, the variance
// of q̄ around the true mean, which is σ²/n + (σ²/n + σ²/n′)/M.
TEST(CombiningRules, FullIsUnbiasedWhereNothingIsReplaced) {
  Rng rng({7, 1});
  const double n = 50.0, released = 400.0;
  double variance = 0.0, error = 0.0;
  const int rounds = 4000;
  for (int round = 0; round < rounds; ++round) {
    const double mean = rng.normal() / std::sqrt(n);
    std::vector<double> estimates, variances;
    for (int copy = 0; copy < 20; ++copy) {
      const double parameter = mean + rng.normal() / std::sqrt(n);
      estimates.push_back(parameter + rng.normal() / std::sqrt(released));
      variances.push_back(1.0 / released);
    }
    const Combined found = combine_full(estimates, variances, 1.0);
    EXPECT_FALSE(found.adjusted);
    variance += found.variance / rounds;
    error += found.estimate * found.estimate / rounds;
  }
  const double truth = 1.0 / n + (1.0 / n + 1.0 / released) / 20.0;
  EXPECT_NEAR(variance, truth, 0.02 * truth);
  EXPECT_NEAR(error, truth, 0.08 * truth);  // 3.6 standard errors
}

}  // namespace
}  // namespace sfumato::stats
