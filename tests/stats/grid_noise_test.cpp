// Geometric noise against its exact probabilities, and the grid that it lives on.
#include "stats/distributions/grid_noise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace sfumato::stats {
namespace {

#ifdef SFUMATO_SANITIZED
constexpr std::size_t draw_count = 50000;
#else
constexpr std::size_t draw_count = 1000000;
#endif

// Keyed by λ, so that every run sees the same draws.
std::vector<std::int64_t> draws(double lambda, std::size_t count = draw_count) {
  SecureRng rng({7, static_cast<std::uint32_t>(1e6 * lambda)});
  std::vector<std::int64_t> steps(count);
  GeometricNoise(lambda).draw(rng, steps);
  return steps;
}

// P[z] = (1 − a)/(1 + a)·a^|z| with a = e^−λ.
double probability(double lambda, std::int64_t z) {
  return std::tanh(lambda / 2.0) * std::exp(-lambda * std::fabs(static_cast<double>(z)));
}

TEST(GeometricNoise, HasItsExactProbabilities) {
  for (const double lambda : {0.01, 0.1, 0.5, 1.0, 3.0}) {
    const auto n = static_cast<double>(draw_count);
    // Cells −reach … reach with 20 expected draws or more, and one for each tail.
    std::int64_t reach = 0;
    while (n * probability(lambda, reach + 1) >= 20.0) ++reach;
    std::vector<double> counts(static_cast<std::size_t>(2 * reach + 3), 0.0);
    for (const std::int64_t z : draws(lambda)) {
      counts[static_cast<std::size_t>(std::clamp(z, -reach - 1, reach + 1) + reach + 1)] += 1.0;
    }
    double chi_square = 0.0;
    for (std::int64_t z = -reach - 1; z <= reach + 1; ++z) {
      const bool tail = std::abs(z) == reach + 1;
      const double share = probability(lambda, z) / (tail ? 1.0 - std::exp(-lambda) : 1.0);
      const double difference = counts[static_cast<std::size_t>(z + reach + 1)] - n * share;
      chi_square += difference * difference / (n * share);
    }
    const auto freedom = static_cast<double>(2 * reach + 2);
    EXPECT_LT(std::fabs(chi_square - freedom), 5.0 * std::sqrt(2.0 * freedom)) << lambda;
  }
}

TEST(GeometricNoise, HasMeanZeroAndItsVarianceAndBothSigns) {
  for (const double lambda : {0.01, 0.3, 1.0, 3.0}) {
    const auto n = static_cast<double>(draw_count);
    const double a = std::exp(-lambda), variance = 2.0 * a / ((1.0 - a) * (1.0 - a));
    double sum = 0.0, squares = 0.0, fourth = 0.0, above = 0.0, below = 0.0;
    for (const std::int64_t z : draws(lambda)) {
      const auto value = static_cast<double>(z);
      sum += value;
      squares += value * value;
      fourth += value * value * value * value;
      above += z > 0 ? 1.0 : 0.0;
      below += z < 0 ? 1.0 : 0.0;
    }
    EXPECT_LT(std::fabs(sum), 5.0 * std::sqrt(n * variance)) << lambda;
    EXPECT_LT(std::fabs(squares - n * variance), 5.0 * std::sqrt(fourth)) << lambda;
    EXPECT_LT(std::fabs(above - below), 5.0 * std::sqrt(above + below)) << lambda;
  }
}

// λ|z| of small λ is exponential: the largest distance between the two distributions stays within the bound
// of Dvoretzky, Kiefer, Wolfowitz and Massart, which fails once in 10⁹.
TEST(GeometricNoise, OfManyStepsIsLaplace) {
  for (const double lambda : {1e-4, 1e-9, 0x1p-40, 0x1p-55}) {
    std::vector<double> scaled;
    for (const std::int64_t z : draws(lambda, draw_count / 5)) {
      scaled.push_back(lambda * static_cast<double>(z));
    }
    std::sort(scaled.begin(), scaled.end());
    const auto n = static_cast<double>(scaled.size());
    double distance = 0.0;
    for (std::size_t i = 0; i < scaled.size(); ++i) {
      const double x = scaled[i], share = x < 0.0 ? 0.5 * std::exp(x) : 1.0 - 0.5 * std::exp(-x);
      distance = std::max(distance, std::fabs(share - (static_cast<double>(i) + 0.5) / n));
    }
    EXPECT_LT(distance, std::sqrt(std::log(2e9) / (2.0 * n)) + lambda) << lambda;
  }
}

// Of the magnitude, not of z: the sign goes with all bits, since minus zero is drawn again.
TEST(GeometricNoise, BitsAreIndependentOfEachOther) {
  constexpr double lambda = 0.05;
  constexpr int bits = 6;
  double set[bits] = {}, both[bits][bits] = {}, n = 0.0;
  // Zero counts half, and is drawn from both signs: weigh it twice to have the bits as they were drawn.
  for (const std::int64_t z : draws(lambda)) {
    const double weight = z == 0 ? 2.0 : 1.0;
    const auto size = static_cast<std::uint64_t>(std::abs(z));
    n += weight;
    for (int i = 0; i < bits; ++i) {
      set[i] += static_cast<double>(size >> i & 1);
      for (int j = 0; j < i; ++j) both[i][j] += static_cast<double>((size >> i & 1) & (size >> j & 1));
    }
  }
  for (int i = 0; i < bits; ++i) {
    const double chance = 1.0 / (1.0 + std::exp(lambda * std::ldexp(1.0, i)));
    EXPECT_NEAR(set[i] / n, chance, 5.0 * std::sqrt(0.25 / n)) << i;
    for (int j = 0; j < i; ++j) {
      EXPECT_NEAR(both[i][j] / n, set[i] / n * set[j] / n, 5.0 * std::sqrt(0.1875 / n)) << i << ", " << j;
    }
  }
}

TEST(GeometricNoise, FillsEveryPlace) {
  constexpr std::int64_t untouched = -1234567;
  const GeometricNoise noise(3.0);  // a third of the draws are minus zero, and drawn again
  for (const std::size_t count : {0U, 1U, 2U, 31U, 32U, 33U, 1000U}) {
    SecureRng rng({1});
    std::vector<std::int64_t> steps(count, untouched);
    noise.draw(rng, steps);
    EXPECT_EQ(std::count(steps.begin(), steps.end(), untouched), 0);
  }
}

// Where the next word of a stream stands tells how many words a draw took.
TEST(GeometricNoise, EveryDrawTakesTheSameWordsWhateverComesOut) {
  for (const double lambda : {0.01, 1.0}) {
    const GeometricNoise noise(lambda);
    double again[2] = {}, seen[2] = {};
    const std::int64_t middle = lambda < 0.1 ? 69 : 1;  // about the median of the magnitude
    for (std::uint32_t key = 0; key < 20000; ++key) {
      SecureRng rng({key, 3}), reference({key, 3});
      const std::int64_t z = noise.draw(rng);
      const std::uint64_t next = rng.bits();
      std::size_t words = 0;
      while (reference.bits() != next) ASSERT_LT(++words, 1000U);
      ASSERT_EQ(words % noise.words(), 0U) << z;
      const std::size_t large = std::abs(z) > middle ? 1 : 0;
      seen[large] += 1.0;
      again[large] += words > noise.words() ? 1.0 : 0.0;
    }
    const double difference = again[0] / seen[0] - again[1] / seen[1];
    const double share = (again[0] + again[1]) / (seen[0] + seen[1]);
    EXPECT_LT(std::fabs(difference),
              5.0 * std::sqrt(share * (1.0 - share) * (1.0 / seen[0] + 1.0 / seen[1])) + 1e-12)
        << lambda;
  }
}

}  // namespace
}  // namespace sfumato::stats
