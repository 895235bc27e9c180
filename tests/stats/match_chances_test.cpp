// Probabilities of correct matches against closed forms and against sums of their series.
#include "stats/linkage/match_chances.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sfumato::stats {
namespace {

// Σ_j e^(−r)·r^j/j!/(f + j), term by term.
double summed(double records, double others) {
  double term = std::exp(-others), sum = term / records;
  for (int j = 1; j < 4000; ++j) {
    term *= others / j;
    sum += term / (records + j);
  }
  return sum;
}

TEST(MatchChances, PoissonByHand) {
  EXPECT_DOUBLE_EQ(poisson_match_chance(1, 0.0), 1.0);
  EXPECT_DOUBLE_EQ(poisson_match_chance(4, 0.0), 0.25);
  EXPECT_DOUBLE_EQ(poisson_match_chance(1, 2.0), (1.0 - std::exp(-2.0)) / 2.0);
  // ∫ t·e^(−r(1−t)) = 1/r − (1 − e^(−r))/r².
  EXPECT_NEAR(poisson_match_chance(2, 3.0), 1.0 / 3.0 - (1.0 - std::exp(-3.0)) / 9.0, 1e-15);
}

TEST(MatchChances, PoissonIsTheMeanOfOneOverTheClass) {
  for (const double records : {1.0, 2.0, 3.0, 7.0, 40.0, 300.0, 1000.0}) {
    for (const double others : {1e-9, 0.01, 0.5, 1.0, 2.9, 7.0, 39.5, 40.5, 299.0, 650.0}) {
      EXPECT_NEAR(poisson_match_chance(records, others) / summed(records, others), 1.0, 1e-12)
          << records << " " << others;
    }
  }
}

TEST(MatchChances, PoissonFallsWithRecordsAndOthers) {
  for (double records = 1.0; records < 2000.0; records = std::ceil(1.3 * records)) {
    for (double others = 1e-3; others < 1e7; others *= 3.0) {
      const double chance = poisson_match_chance(records, others);
      EXPECT_GT(chance, 1.0 / (records + others));  // Jensen
      EXPECT_LT(chance, 1.0 / records);
      EXPECT_LT(poisson_match_chance(records, 1.1 * others), chance);
      EXPECT_LT(poisson_match_chance(records + 1.0, others), chance);
    }
  }
}

// p = ½: ln 2, and 1 − ln 2; of four records 0.5/(4 − 0.5).
TEST(MatchChances, WeightedByHand) {
  EXPECT_DOUBLE_EQ(weighted_match_chance(1, 2), std::log(2.0));
  EXPECT_DOUBLE_EQ(weighted_match_chance(2, 4), 1.0 - std::log(2.0));
  EXPECT_DOUBLE_EQ(weighted_match_chance(4, 8), 0.5 / 3.5);
  EXPECT_DOUBLE_EQ(weighted_match_chance(4, 4), 0.25);
  EXPECT_DOUBLE_EQ(weighted_match_chance(4, 3), 0.25);
}

// The series takes over without a step.
TEST(MatchChances, WeightedIsSmoothWherePairsAreNearlyAll) {
  EXPECT_NEAR(weighted_match_chance(2, 2 / (1 - 0.99999e-4)), weighted_match_chance(2, 2 / (1 - 1.00001e-4)),
              1e-7);
}

}  // namespace
}  // namespace sfumato::stats
