// Correlated noise: its covariance, what keep-moments keeps, singular data, and published matches.
#include <gtest/gtest.h>

#include <cmath>

#include "stats/distributions/moments.hpp"
#include "stats/linear/records.hpp"
#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::all_columns;
using testing::mask;
using testing::numbers_table;

// Columns in very different units, the last one the sum of the others: a singular covariance.
Table singular_table(std::size_t rows) {
  Rng rng({3, 1});
  std::vector<double> x(rows), y(rows), sum(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    x[i] = 1e6 + 1e5 * rng.normal();
    y[i] = 1e-3 * rng.normal() + 1e-9 * x[i];
    sum[i] = x[i] + y[i];
  }
  return numbers_table({{"x", x}, {"y", y}, {"sum", sum}});
}

stats::Matrix covariance_of(const Table& table) {
  return stats::covariance(stats::numbers(table, all_columns(table)));
}

TEST(CorrelatedNoise, HasGammaTimesTheCovarianceOfTheData) {
  const Table original = singular_table(200000);
  const Table masked = mask(original, "correlated-noise", {{"amount", 0.25}}).tables[0];
  stats::Matrix noise(original.rows(), 3);
  for (ColumnId id = 0; id < 3; ++id) {
    const Numbers before = original.column(id).to_numbers(), after = masked.column(id).to_numbers();
    for (std::size_t i = 0; i < before.size(); ++i) noise(i, id) = after[i] - before[i];
  }
  const stats::Matrix wanted = covariance_of(original), found = stats::covariance(noise);
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      const double scale = 0.25 * std::sqrt(wanted(a, a) * wanted(b, b));
      EXPECT_NEAR(found(a, b) / scale, 0.25 * wanted(a, b) / scale, 5.0 * std::sqrt(2.0 / 2e5)) << a << b;
    }
  }
}

TEST(CorrelatedNoise, ExactSumsStayExact) {
  SFUMATO_REQUIRE_REFERENCE(census, "census.csv");  // PTOTVAL = PEARNVAL + POTHVAL: rank 12 of 13
  const Table original = testing::read_numbers(census);
  const Table masked = mask(original, "correlated-noise", {{"amount", 1}}).tables[0];
  const auto column = [&](const char* name) { return masked.column(masked.require(name)).to_numbers(); };
  const Numbers total = column("PTOTVAL"), earned = column("PEARNVAL"), other = column("POTHVAL");
  const double sd = stats::moments(total).sd();
  for (std::size_t i = 0; i < total.size(); ++i) EXPECT_NEAR(total[i], earned[i] + other[i], 1e-4 * sd);
}

TEST(CorrelatedNoise, KeepMomentsKeepsMeansAndCovariancesInExpectation) {
  const Table original = testing::incomes(1000);
  const ColumnSet columns = all_columns(original);
  const stats::Matrix before = covariance_of(original);
  constexpr int draws = 300;
  stats::Matrix sum(4, 4);
  std::vector<double> means(4);
  for (std::uint64_t seed = 0; seed < draws; ++seed) {
    const Table masked =
        mask(original, "correlated-noise", {{"amount", 0.5}, {"keep-moments", true}}, seed).tables[0];
    const stats::Matrix after = covariance_of(masked);
    for (std::size_t a = 0; a < 4; ++a) {
      means[a] += stats::moments(masked.column(a).to_numbers()).mean / draws;
      for (std::size_t b = 0; b < 4; ++b) sum(a, b) += after(a, b) / draws;
    }
  }
  for (std::size_t a = 0; a < 4; ++a) {
    const stats::Moments column = stats::moments(original.column(a).to_numbers());
    EXPECT_NEAR(means[a], column.mean, 5.0 * column.sd() / std::sqrt(1000.0 * draws));
    for (std::size_t b = 0; b < 4; ++b) {
      const double scale = std::sqrt(before(a, a) * before(b, b));
      EXPECT_NEAR(sum(a, b) / scale, before(a, b) / scale, 5.0 * std::sqrt(2.0 / (1000.0 * draws)));
    }
  }
}

TEST(CorrelatedNoise, RevealsGammaAndC) {
  const Table original = testing::incomes(20);
  const Value plain = mask(original, "correlated-noise", {{"amount", 0.21}}).reveal;
  EXPECT_EQ(plain.at("gamma").as_number(), 0.21);
  EXPECT_EQ(plain.at("c").as_number(), 1.0);
  const Value kept = mask(original, "correlated-noise", {{"amount", 0.21}, {"keep-moments", true}}).reveal;
  EXPECT_DOUBLE_EQ(kept.at("c").as_number(), 1.0 / 1.1);
}

TEST(CorrelatedNoise, PublishedRankLinkage) {
  // Domingo-Ferrer, Muralidhar, Martínez: matched parameters of the comparison; see DEFINITIONS §2.
  SFUMATO_REQUIRE_REFERENCE(census, "census.csv");
  EXPECT_NEAR(testing::mean_rank_linkage(testing::read_numbers(census), "correlated-noise", {{"amount", 1}}),
              0.451, 2e-3);
}

TEST(CorrelatedNoise, ConstantColumnsStayExactly) {
  const Table original = testing::numbers_table({{"a", {0.1, 0.1, 0.1, 0.1, 0.1}}, {"b", {1, 2, 4, 8, 16}}});
  for (const bool keep : {false, true}) {
    const Table masked =
        testing::mask(original, "correlated-noise", {{"amount", 1.0}, {"keep-moments", keep}}).tables[0];
    EXPECT_EQ(masked.column(0).to_numbers(), original.column(0).to_numbers());
  }
}

}  // namespace
}  // namespace sfumato
