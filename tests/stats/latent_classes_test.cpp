// Latent classes on counts that two known classes make, and on counts that say little.
#include "stats/models/latent_classes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sfumato::stats {
namespace {

// The counts that these classes are expected to make.
std::vector<std::uint64_t> expected_counts(const LatentClasses& classes, double pairs) {
  std::vector<std::uint64_t> counts(std::size_t{1} << classes.match.size());
  for (std::size_t bits = 0; bits < counts.size(); ++bits) {
    double match = classes.prevalence, other = 1.0 - classes.prevalence;
    for (std::size_t j = 0; j < classes.match.size(); ++j) {
      const bool agree = (bits >> j & 1U) != 0;
      match *= agree ? classes.match[j] : 1.0 - classes.match[j];
      other *= agree ? classes.other[j] : 1.0 - classes.other[j];
    }
    counts[bits] = static_cast<std::uint64_t>(std::llround(pairs * (match + other)));
  }
  return counts;
}

LatentClasses usual_start(std::size_t columns, double prevalence) {
  return {.prevalence = prevalence,
          .match = std::vector<double>(columns, 0.9),
          .other = std::vector<double>(columns, 0.1)};
}

TEST(LatentClasses, FindTheClassesThatMadeTheCounts) {
  const LatentClasses truth{
      .prevalence = 0.05, .match = {0.95, 0.8, 0.7, 0.9, 0.6}, .other = {0.1, 0.3, 0.05, 0.2, 0.15}};
  const LatentClasses found =
      fitted_classes(expected_counts(truth, 1e13), usual_start(5, 0.01), sfumato::Run({.seed = 1}));
  EXPECT_TRUE(found.converged);
  EXPECT_NEAR(found.prevalence, truth.prevalence, 1e-6);
  for (std::size_t j = 0; j < 5; ++j) {
    EXPECT_NEAR(found.match[j], truth.match[j], 1e-6);
    EXPECT_NEAR(found.other[j], truth.other[j], 1e-6);
  }
}

// One column with 30 of 100 pairs agreeing and prevalence 1/2, by hand: an agreeing pair is a match with
// 0.9, another with 0.1. So 27 + 7 = 34 matches, of which 27 agree, and 3 of the 66 others do; from then
// on the model gives the counts exactly and nothing changes.
TEST(LatentClasses, OneColumnByHand) {
  const LatentClasses found =
      fitted_classes(std::vector<std::uint64_t>{70, 30}, usual_start(1, 0.5), sfumato::Run({.seed = 1}));
  EXPECT_NEAR(found.prevalence, 0.34, 1e-12);
  EXPECT_NEAR(found.match[0], 27.0 / 34.0, 1e-12);
  EXPECT_NEAR(found.other[0], 3.0 / 66.0, 1e-12);
  EXPECT_EQ(found.iterations, 2);
  EXPECT_NEAR(found.log_likelihood, 70.0 * std::log(0.7) + 30.0 * std::log(0.3), 1e-9);
}

TEST(LatentClasses, NeverLowerTheLikelihood) {
  const std::vector<std::uint64_t> counts{500, 40, 30, 20, 25, 12, 9, 80};
  const sfumato::Run run({.seed = 1});
  const LatentClasses start = with_likelihood(usual_start(3, 0.1), counts);
  const LatentClasses found = fitted_classes(counts, usual_start(3, 0.1), run);
  EXPECT_GT(found.log_likelihood, start.log_likelihood);
  EXPECT_NEAR(with_likelihood(found, counts).log_likelihood, found.log_likelihood, 1e-9);
}

TEST(LatentClasses, RatesStayInsideTheirBounds) {
  for (const auto& counts : {std::vector<std::uint64_t>{0, 0, 0, 10}, {10, 0, 0, 0}, {1, 0, 0, 0}}) {
    const LatentClasses found = fitted_classes(counts, usual_start(2, 1.0), sfumato::Run({.seed = 1}));
    for (const auto& rates : {found.match, found.other}) {
      for (const double rate : rates) {
        EXPECT_GE(rate, least_rate);
        EXPECT_LE(rate, 1.0 - least_rate);
      }
    }
    EXPECT_TRUE(std::isfinite(found.log_likelihood));
  }
}

}  // namespace
}  // namespace sfumato::stats
