// Random numbers: known answers, moments, unbiasedness, independence of streams.
#include "core/rng.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace sfumato {
namespace {

constexpr StreamKey key{42, 7};

TEST(Philox, KnownAnswers) {
  // Test vectors of Random123 (Salmon and others) for philox4x64-10.
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}),
            (std::array<std::uint64_t, 4>{0x16554d9eca36314cULL, 0xdb20fe9d672d0fdcULL, 0xd7e772cee186176bULL,
                                          0x7e68b68aec7ba23bULL}));
  constexpr std::uint64_t ones = ~std::uint64_t{0};
  EXPECT_EQ(philox({ones, ones, ones, ones}, {ones, ones}),
            (std::array<std::uint64_t, 4>{0x87b092c3013fe90bULL, 0x438c3c67be8d0224ULL, 0x9cc7d7c69cd777b6ULL,
                                          0xa09caebf594f0ba0ULL}));
}

TEST(DeriveKey, LabelsAndIndicesGiveDifferentStreams) {
  std::set<StreamKey> keys;
  for (const char* label : {"", "a", "b", "ab", "ba", "column", "column ", "Column"}) {
    for (std::uint64_t index = 0; index < 100; ++index) keys.insert(derive_key(key, label, index));
  }
  EXPECT_EQ(keys.size(), 800U);
}

TEST(Rng, SameKeySameStream) {
  Rng a(key), b(key);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.bits(), b.bits());
}

TEST(Rng, IsTakenUpAtAnyDraw) {
  const Rng start(key);
  std::vector<std::uint64_t> draws;
  for (Rng rng = start; draws.size() < 40;) draws.push_back(rng.bits());
  for (std::uint64_t position = 0; position < 30; ++position) {
    Rng rng = start.at(position);
    for (std::uint64_t i = 0; i < 10; ++i) EXPECT_EQ(rng.bits(), draws[position + i]) << position;
  }
  Rng used = start;
  used.bits();
  EXPECT_EQ(used.at(3).bits(), draws[3]);  // from the start of the stream, whatever was drawn
  // The last draws of the longest stream differ from the first.
  EXPECT_NE(start.at(~std::uint64_t{0}).bits(), draws[3]);
}

// Mean and variance of a million draws, within five standard errors.
template <class Draw>
void expect_moments(Draw draw, double mean, double variance, double fourth_central) {
  constexpr int n = 1000000;
  double sum = 0.0, squares = 0.0;
  for (int i = 0; i < n; ++i) {
    const double x = draw() - mean;
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / n, 0.0, 5.0 * std::sqrt(variance / n));
  EXPECT_NEAR(squares / n, variance, 5.0 * std::sqrt((fourth_central - variance * variance) / n));
}

TEST(Rng, ManyUniformsAreThoseOneAfterAnother) {
  Rng one({7, 8}), many({7, 8});
  for (const std::size_t count : {0, 1, 2, 3, 4, 5, 11, 100}) {
    std::vector<double> values(count);
    many.uniform(values);
    for (const double value : values) EXPECT_EQ(value, one.uniform());
  }
  EXPECT_EQ(many.bits(), one.bits());
}

TEST(Rng, Moments) {
  Rng rng(key);
  expect_moments([&] { return rng.uniform(); }, 0.5, 1.0 / 12, 1.0 / 80);
  expect_moments([&] { return rng.normal(); }, 0.0, 1.0, 3.0);
  expect_moments([&] { return rng.exponential(); }, 1.0, 1.0, 9.0);
  expect_moments([&] { return rng.laplace(); }, 0.0, 2.0, 24.0);
  for (const double shape : {0.3, 1.0, 4.5}) {
    expect_moments([&] { return rng.gamma(shape); }, shape, shape, 3.0 * shape * shape + 6.0 * shape);
  }
}

TEST(Rng, NormalFollowsItsDistribution) {
  // Kolmogorov–Smirnov at the 0.001 level: D·√n below 1.95.
  Rng rng(key);
  std::vector<double> draws(100000);
  for (double& draw : draws) draw = rng.normal();
  std::sort(draws.begin(), draws.end());
  double largest = 0.0;
  for (std::size_t i = 0; i < draws.size(); ++i) {
    const double p = 0.5 * std::erfc(-draws[i] / std::sqrt(2.0));
    const auto n = static_cast<double>(draws.size());
    largest = std::max(
        {largest, std::fabs(p - static_cast<double>(i) / n), std::fabs(p - static_cast<double>(i + 1) / n)});
  }
  EXPECT_LT(largest * std::sqrt(1e5), 1.95);
}

TEST(Rng, BelowIsUniform) {
  Rng rng(key);
  std::array<int, 7> counts{};
  constexpr int n = 700000;
  for (int i = 0; i < n; ++i) ++counts[rng.below(7)];
  double chi = 0.0;
  for (const int count : counts) chi += (count - n / 7.0) * (count - n / 7.0) / (n / 7.0);
  EXPECT_LT(chi, 22.5);  // the 0.999 quantile of chi-square with 6 degrees of freedom
  EXPECT_EQ(rng.below(1), 0U);
}

TEST(Rng, ShuffleGivesEveryOrderEquallyOften) {
  Rng rng(key);
  std::array<int, 24> counts{};
  constexpr int n = 240000;
  for (int i = 0; i < n; ++i) {
    std::array<int, 4> items{0, 1, 2, 3};
    rng.shuffle(std::span<int>(items));
    int code = 0;
    for (std::size_t a = 0; a < 4; ++a) {
      int smaller = 0;
      for (std::size_t b = a + 1; b < 4; ++b) smaller += items[b] < items[a] ? 1 : 0;
      code = code * static_cast<int>(4 - a) + smaller;
    }
    ++counts[static_cast<std::size_t>(code)];
  }
  double chi = 0.0;
  for (const int count : counts) chi += (count - n / 24.0) * (count - n / 24.0) / (n / 24.0);
  EXPECT_LT(chi, 49.7);  // the 0.999 quantile with 23 degrees of freedom
}

}  // namespace
}  // namespace sfumato
