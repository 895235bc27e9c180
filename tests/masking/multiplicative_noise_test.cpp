// Multiplicative noise: which moments each variant restores, what shift promises, published matches.
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

TEST(MultiplicativeNoise, RestoresMeansAndVariancesExactly) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Table original = testing::incomes(200, seed);
    for (const char* variant : {"hoehne", "cell", "covariance"}) {
      const Table masked =
          mask(original, "multiplicative-noise", {{"spread", 0.4}, {"variant", variant}}, seed).tables[0];
      for (ColumnId id = 0; id < 4; ++id) {
        const stats::Moments before = stats::moments(original.column(id).to_numbers());
        const stats::Moments after = stats::moments(masked.column(id).to_numbers());
        EXPECT_NEAR(after.mean / before.mean, 1.0, 1e-9) << variant;
        EXPECT_NEAR(after.variance() / before.variance(), 1.0, 1e-9) << variant;
      }
    }
  }
}

TEST(MultiplicativeNoise, CovarianceRestoresTheWholeMatrix) {
  SFUMATO_REQUIRE_REFERENCE(census, "census.csv");  // rank 12 of 13
  const Table original = testing::read_numbers(census);
  const ColumnSet columns = all_columns(original);
  const Table masked =
      mask(original, "multiplicative-noise", {{"spread", 0.5}, {"variant", "covariance"}}).tables[0];
  const stats::Matrix before = stats::covariance(stats::numbers(original, columns));
  const stats::Matrix after = stats::covariance(stats::numbers(masked, columns));
  for (std::size_t a = 0; a < columns.size(); ++a) {
    for (std::size_t b = 0; b < columns.size(); ++b) {
      EXPECT_NEAR(after(a, b), before(a, b), 1e-9 * std::sqrt(before(a, a) * before(b, b)));
    }
  }
}

// Values ±1 in equal numbers have mean 0 and any factor keeps their size, so rescaling is a division
// by a common number: signs and sizes of the factors can be read off.
TEST(MultiplicativeNoise, FactorsKeepTheirDistanceFromOneAndShareASignWithinRecords) {
  constexpr std::size_t n = 20000;
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = i % 2 == 0 ? 1.0 : -1.0;
  const Table original = numbers_table({{"x", values}, {"y", values}});
  for (const char* variant : {"hoehne", "cell"}) {
    const Table masked =
        mask(original, "multiplicative-noise", {{"spread", 0.001}, {"shift", 0.3}, {"variant", variant}})
            .tables[0];
    const Numbers x = masked.column(0).to_numbers(), y = masked.column(1).to_numbers();
    std::size_t up = 0, together = 0;
    // Factors near 0.7 and 1.3, over the root of their mean square.
    const double middle = 1.0 / std::sqrt(1.09);
    for (std::size_t i = 0; i < n; ++i) {
      const double first = x[i] * values[i], second = y[i] * values[i];
      EXPECT_GT(std::abs(first - middle), 0.25);
      up += first > middle;
      together += (first > middle) == (second > middle);
    }
    EXPECT_NEAR(static_cast<double>(up), n / 2.0, 5.0 * std::sqrt(n / 4.0));
    if (std::string(variant) == "hoehne") {
      EXPECT_EQ(together, n);
    } else {
      EXPECT_NEAR(static_cast<double>(together), n / 2.0, 5.0 * std::sqrt(n / 4.0));
    }
  }
}

TEST(MultiplicativeNoise, ConstantColumnsStay) {
  const Table constant = numbers_table({{"x", {5, 5, 5}}, {"y", {1, 2, 4}}});
  for (const char* variant : {"hoehne", "cell", "covariance"}) {
    const Numbers x =
        mask(constant, "multiplicative-noise", {{"variant", variant}}).tables[0].column(0).to_numbers();
    for (const double value : x) EXPECT_NEAR(value, 5.0, 1e-12) << variant;
  }
}

// The matched parameters of the comparison of Domingo-Ferrer, Muralidhar and Martínez on Census.
TEST(MultiplicativeNoise, PublishedRankLinkage) {
  SFUMATO_REQUIRE_REFERENCE(census, "census.csv");
  const Table original = testing::read_numbers(census);
  EXPECT_NEAR(testing::mean_rank_linkage(original, "multiplicative-noise", {{"spread", 0.5}}), 0.457, 2e-3);
  EXPECT_NEAR(testing::mean_rank_linkage(original, "multiplicative-noise",
                                         {{"spread", 0.5}, {"variant", "covariance"}}),
              0.4486, 2e-3);
}

TEST(MultiplicativeNoise, ConstantColumnsStayExactly) {
  const Table original = testing::numbers_table({{"a", {0.1, 0.1, 0.1, 0.1, 0.1}}, {"b", {1, 2, 4, 8, 16}}});
  for (const char* variant : {"hoehne", "cell", "covariance"}) {
    const Table masked = testing::mask(original, "multiplicative-noise", {{"variant", variant}}).tables[0];
    EXPECT_EQ(masked.column(0).to_numbers(), original.column(0).to_numbers()) << variant;
  }
}

}  // namespace
}  // namespace sfumato
