// Whether the last bits of a release, or its running time, reveal what its noise should hide: Mironov (2012),
// On significance of the least significant bits for differential privacy, CCS.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <numeric>

#include "masking/registry.hpp"
#include "stats/distributions/grid_noise.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

#ifdef SFUMATO_SANITIZED
constexpr std::uint64_t low_bit_draws = 5000;
#else
constexpr std::uint64_t low_bit_draws = 60000;
#endif

using DrawnValue = std::function<double(double value, std::uint64_t draw)>;

constexpr int finest = -60, patterns = 62;

// The largest e ≥ −60 for which a value inside (0, 1) is a multiple of 2^e, counted from −60; 61 at the ends.
int low_bits(double value) {
  if (value <= 0.0 || value >= 1.0) return patterns - 1;
  int exponent = finest;
  while (std::fmod(value, std::ldexp(1.0, exponent + 1)) == 0.0) ++exponent;
  if (std::fmod(value, std::ldexp(1.0, exponent)) != 0.0) return 0;  // finer still
  return exponent - finest;
}

std::vector<double> low_bit_counts(const DrawnValue& release, double value) {
  std::vector<double> counts(patterns, 0.0);
  for (std::uint64_t draw = 0; draw < low_bit_draws; ++draw) {
    const auto bits = static_cast<std::size_t>(low_bits(release(value, draw)));
    if (bits + 1 < counts.size()) ++counts[bits];
  }
  return counts;
}

// Chi-square of two samples by its degrees of freedom, in standard deviations from what chance gives.
double difference(const DrawnValue& release) {
  const std::vector<double> zero = low_bit_counts(release, 0.0), one = low_bit_counts(release, 1.0);
  const double n = std::accumulate(zero.begin(), zero.end(), 0.0),
               m = std::accumulate(one.begin(), one.end(), 0.0);
  double chi_square = 0.0, freedom = -1.0;
  for (std::size_t i = 0; i < zero.size(); ++i) {
    const double both = zero[i] + one[i];
    if (both < 20.0) continue;
    const double expected = both * n / (n + m), off = zero[i] - expected;
    chi_square += off * off / expected * (n + m) / m;
    freedom += 1.0;
  }
  return (chi_square - freedom) / std::sqrt(2.0 * std::max(1.0, freedom));
}

double through_method(double value, std::uint64_t draw) {
  static const Run run({.seed = 3, .threads = 1});
  const Table table = testing::with_domains(testing::numbers_table({{"x", {value}}}), {0.0, 1.0});
  return masking::method("laplace")
      .apply(table, {0}, {{"epsilon", 1.0}}, run.within("draw", draw).within("value", value > 0.5 ? 1 : 0))
      .tables[0]
      .column(0)
      .to_numbers()[0];
}

// The naive implementation: x ± b·ln u in doubles.
double naive(double value, std::uint64_t draw) {
  Rng rng({draw, value > 0.5 ? 1U : 0U});
  const double noise = -std::log(1.0 - rng.uniform());
  return value + (rng.chance(0.5) ? noise : -noise);
}

double share_finer_than_doubles_at_one(const DrawnValue& release, double value) {
  const std::vector<double> counts = low_bit_counts(release, value);
  const double finer = std::accumulate(counts.begin(), counts.begin() + 7, 0.0);  // no multiple of 2⁻⁵³
  return finer / static_cast<double>(low_bit_draws);
}

TEST(LaplaceLowBits, AreTheSameForBothEndsOfTheDomain) {
  EXPECT_LT(difference(through_method), 6.0);
  EXPECT_EQ(share_finer_than_doubles_at_one(through_method, 0.0), 0.0);
  EXPECT_EQ(share_finer_than_doubles_at_one(through_method, 1.0), 0.0);
}

TEST(LaplaceLowBits, OfPlainDoublesDistinguishTheEnds) {
  EXPECT_GT(difference(naive), 100.0);
  EXPECT_GT(share_finer_than_doubles_at_one(naive, 0.0), 0.1);
  EXPECT_EQ(share_finer_than_doubles_at_one(naive, 1.0), 0.0);
}

std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t i = 0; i < order.size(); ++i) ranks[order[i]] = static_cast<double>(i);
  return ranks;
}

// Spearman's, ties by place.
double rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const std::vector<double> x = ranks_of(a), y = ranks_of(b);
  const auto n = static_cast<double>(x.size());
  double squares = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) squares += (x[i] - y[i]) * (x[i] - y[i]);
  return 1.0 - 6.0 * squares / (n * (n * n - 1.0));
}

// Of batches of draws, the rank correlation of time and mean magnitude.
double correlation_of_time_and_size() {
  const stats::GeometricNoise noise(1e-9);
  SecureRng rng({11, 12});
  std::vector<double> times, sizes;
  std::vector<std::int64_t> steps(32);
  for (int batch = 0; batch < 4000; ++batch) {
    const auto start = std::chrono::steady_clock::now();
    noise.draw(rng, steps);
    times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    double size = 0.0;
    for (const std::int64_t step : steps) size += std::fabs(static_cast<double>(step));
    sizes.push_back(size);
  }
  return rank_correlation(times, sizes);
}

// That every draw takes the same words is tested with the noise. Here the clock. Chance alone gives a
// correlation of about 4000^−½ = .016. Other work on the machine only adds what has nothing to do with
// magnitudes; a correlation by chance does not repeat, as one with the drawn values would.
TEST(LaplaceTiming, IsIndependentOfTheDraws) {
  double least = 1.0;
  for (int tries = 0; tries < 10 && least >= 0.15; ++tries) {
    least = std::min(least, std::fabs(correlation_of_time_and_size()));
  }
  EXPECT_LT(least, 0.15);
}

}  // namespace
}  // namespace sfumato
