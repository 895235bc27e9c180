// With little noise the noisy statistics equal the statistics, and draws reproduce them.
#include "masking/copula_release.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace sfumato::masking {
namespace {

Table square(std::size_t rows) {
  ColumnInfo x, y;
  x.name = "x";
  y.name = "y";
  x.domain = y.domain = Domain{0, 4};
  Numbers a(rows), b(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    a[i] = static_cast<double>(i % 4) + 0.5;
    b[i] = 4.0 - a[i];
  }
  return {{x, y}, {a, b}};
}

TEST(CopulaRelease, StatisticsOfALargeEpsilonAreThoseOfTheRecords) {
  const Table table = square(400);
  ColumnSupports supports = column_supports(table, {0, 1}, std::nullopt, "some-method");
  set_bins(supports, 4);
  const NoisyCopula copula =
      noisy_copula(table, {0, 1}, supports, copula_budget(1e6, 0.5, 2, 400), sfumato::Run({.seed = 1}));
  EXPECT_EQ(copula.shares[0], (std::vector<double>{0.25, 0.25, 0.25, 0.25}));
  // All pairs but the 4·100·99/2 tied ones are discordant: τ = −1 + 99/399.
  EXPECT_NEAR(copula.correlation(0, 1), -std::sin(std::acos(-1.0) / 2.0 * (300.0 / 399.0)), 1e-6);
  EXPECT_NEAR(copula.moved, 0.0, 1e-9);
}

TEST(CopulaRelease, SharesStayAProbabilityWhateverTheNoise) {
  const Table table = square(40);
  ColumnSupports supports = column_supports(table, {0, 1}, std::nullopt, "some-method");
  set_bins(supports, 7);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const NoisyCopula copula =
        noisy_copula(table, {0, 1}, supports, copula_budget(1e-3, 0.5, 2, 40), sfumato::Run({.seed = seed}));
    for (const auto& shares : copula.shares) {
      EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1.0, 1e-12);
      for (const double share : shares) EXPECT_GE(share, 0.0);
    }
    EXPECT_LE(std::fabs(copula.correlation(0, 1)), 1.0 + 1e-12);
  }
}

TEST(CopulaRelease, DrawsNeverFallIntoEmptyBins) {
  ColumnSupports supports = column_supports(square(1), {0, 1}, std::nullopt, "some-method");
  set_bins(supports, 4);
  NoisyCopula copula{{{0.0, 0.4, 0.6, 0.0}, {0.5, 0.0, 0.0, 0.5}}, stats::Matrix(2, 2)};
  copula.correlation(0, 0) = copula.correlation(1, 1) = 1.0;
  const std::vector<Column> drawn = drawn_columns(copula, supports, 20000, sfumato::Run({.seed = 2}));
  std::size_t lower = 0;
  for (const double value : drawn[0].to_numbers()) {
    EXPECT_TRUE(value >= 1.0 && value <= 3.0) << value;
    lower += value < 2.0 ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(lower) / 20000.0, 0.4, 0.014);  // four standard errors
  for (const double value : drawn[1].to_numbers()) EXPECT_TRUE(value <= 1.0 || value >= 3.0) << value;
}

}  // namespace
}  // namespace sfumato::masking
