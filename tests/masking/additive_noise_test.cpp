// Additive noise: its size, what keep-moments keeps, and independence.
#include <gtest/gtest.h>

#include <cmath>

#include "stats/distributions/moments.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::mask;
using testing::numbers_table;

Table normal_table(std::size_t rows) {
  Rng rng({11, 11});
  std::vector<double> x(rows), y(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    x[i] = 100.0 + 10.0 * rng.normal();
    y[i] = x[i] + 10.0 * rng.normal();
  }
  return numbers_table({{"x", x}, {"y", y}});
}

TEST(AdditiveNoise, HasTheStatedSizeAndNoCorrelation) {
  const Table original = normal_table(100000);
  const Table masked = mask(original, "additive-noise", {{"amount", 0.3}}).tables[0];
  stats::Matrix noise(original.rows(), 2);
  for (ColumnId id = 0; id < 2; ++id) {
    const Numbers before = original.column(id).to_numbers(), after = masked.column(id).to_numbers();
    for (std::size_t i = 0; i < before.size(); ++i) noise(i, id) = after[i] - before[i];
    const double sd = stats::moments(before).sd();
    const stats::Moments found = stats::moments(noise.column(id));
    EXPECT_NEAR(found.mean, 0.0, 5.0 * 0.3 * sd / std::sqrt(1e5));
    EXPECT_NEAR(found.sd() / (0.3 * sd), 1.0, 5.0 / std::sqrt(2e5));
  }
  EXPECT_NEAR(stats::correlation(stats::covariance(noise))(0, 1), 0.0, 5.0 / std::sqrt(1e5));
}

TEST(AdditiveNoise, KeepMomentsKeepsMeansAndVariancesInExpectation) {
  const Table original = normal_table(2000);
  const stats::Moments before = stats::moments(original.column(0).to_numbers());
  double mean = 0.0, variance = 0.0;
  constexpr int draws = 400;
  for (std::uint64_t seed = 0; seed < draws; ++seed) {
    const Table masked =
        mask(original, "additive-noise", {{"amount", 0.5}, {"keep-moments", true}}, seed).tables[0];
    const stats::Moments after = stats::moments(masked.column(0).to_numbers());
    mean += after.mean / draws;
    variance += after.variance() / draws;
  }
  EXPECT_NEAR(mean, before.mean, 5.0 * before.sd() * 0.5 / std::sqrt(2000.0 * draws));
  EXPECT_NEAR(variance / before.variance(), 1.0, 5.0 * std::sqrt(2.0 / (2000.0 * draws)));
}

TEST(AdditiveNoise, ConstantColumnsAndNoAmountChangeNothing) {
  const Table constant = numbers_table({{"x", {5, 5, 5}}});
  EXPECT_TRUE(mask(constant, "additive-noise").tables[0].same_data(constant));
  const Table original = testing::incomes(10);
  EXPECT_TRUE(mask(original, "additive-noise", {{"amount", 0}}).tables[0].same_data(original));
}

}  // namespace
}  // namespace sfumato
