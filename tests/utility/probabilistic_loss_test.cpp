// Probabilistic loss by hand, and its standard errors against how statistics of real samples scatter.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/rng.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;

double chance(double z) { return 100.0 * std::erf(z / std::sqrt(2.0)); }

TEST(ProbabilisticLoss, ByHand) {
  // Variance 4/3 and mean z⁴ = 9/16. A shift by d changes the mean and every quantile, nothing else.
  const Table original = numbers_table({{"a", {-1, 1, -1, 1}}});
  const Table masked = numbers_table({{"a", {-0.5, 1.5, -0.5, 1.5}}});
  const Score score = measure(original, masked, "probabilistic-loss");
  EXPECT_NEAR(score.details.at("means").as_number(), chance(0.5 / std::sqrt(4.0 / 3.0 / 4.0)), 1e-10);
  EXPECT_EQ(score.details.at("variances"), Value(0.0));
  EXPECT_EQ(score.details.find("covariances"), nullptr);
  const double mean =
      (score.details.at("means").as_number() + score.details.at("quantiles").as_number()) / 3.0;
  EXPECT_NEAR(score.value.value(), mean, 1e-12);
}

TEST(ProbabilisticLoss, NothingLostWhenNothingChanges) {
  const Table original = testing::incomes(100);
  EXPECT_EQ(measure(original, original, "probabilistic-loss").value, 0.0);
}

TEST(ProbabilisticLoss, IsBounded) {
  const Table original = testing::incomes(500);
  Table masked = original;
  for (double& value : masked.edit_numbers(0)) value = 1e9 + value * value;
  const double value = measure(original, masked, "probabilistic-loss").value.value();
  EXPECT_GT(value, 20.0);
  EXPECT_LE(value, 100.0);
}

// Of a sample of the original with replacement, a statistic's loss is uniform on 0 to 100 % when its standard
// error is right, so that its mean over many samples is near 50.
TEST(ProbabilisticLoss, OfPlainSamplesIsFiftyPercent) {
  Rng rng({3, 9});
  testing::NamedNumbers data{{"x", {}}, {"y", {}}, {"z", {}}};
  for (int i = 0; i < 4000; ++i) {
    const double shared = rng.exponential();
    data[0].second.push_back(shared + rng.normal());
    data[1].second.push_back(2.0 * shared + rng.normal());
    data[2].second.push_back(rng.normal() - shared);
  }
  const Table original = numbers_table(data);
  const std::vector<std::string> kinds{"means", "variances", "covariances", "correlations", "quantiles"};
  std::vector<double> sums(kinds.size());
  const int samples = 200;
  for (int sample = 0; sample < samples; ++sample) {
    std::vector<std::size_t> rows(2000);
    for (std::size_t& row : rows) row = rng.below(4000);
    const Score score = measure(original, original.taking_rows(rows), "probabilistic-loss");
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      sums[k] += score.details.at(kinds[k]).as_number() / samples;
    }
  }
  // A uniform loss has the standard deviation 29; three statistics a sample: standard error at most 2.
  for (std::size_t k = 0; k < kinds.size(); ++k) EXPECT_NEAR(sums[k], 50.0, 6.0) << kinds[k];
}

TEST(ProbabilisticLoss, TakesFilesOfUnequalLength) {
  const Score score = measure(testing::incomes(300, 1), testing::incomes(200, 2), "probabilistic-loss");
  EXPECT_TRUE(score.value.has_value());
  EXPECT_EQ(score.details.at("masked_records"), Value(200));
}

}  // namespace
}  // namespace sfumato
