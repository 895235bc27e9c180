// Distribution fit as a method: ranks, shapes, details, and columns that stay.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "stats/distributions/distribution_fits.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/ranks/ranks.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::mask;
using testing::numbers_table;

TEST(DistributionFit, DrawsFromTheFamilyOfTheColumn) {
  Rng rng({31, 31});
  constexpr std::size_t rows = 40000;
  std::vector<double> heights(rows), amounts(rows), lives(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    heights[i] = 170.0 + 10.0 * rng.normal();
    amounts[i] = std::exp(7.0 + 1.2 * rng.normal());
    lives[i] = 3.0 * std::sqrt(rng.exponential());  // Weibull of shape 2
  }
  const Table original = numbers_table({{"height", heights}, {"amount", amounts}, {"life", lives}});
  const Masked masked = mask(original, "distribution-fit");
  const Value& fits = masked.details.at("fits");
  EXPECT_EQ(fits.at("height").at("family").as_text(), "normal");
  EXPECT_NEAR(fits.at("height").at("mean").as_number(), 170.0, 0.3);
  EXPECT_NEAR(fits.at("height").at("sd").as_number(), 10.0, 0.2);
  EXPECT_EQ(fits.at("amount").at("family").as_text(), "lognormal");
  EXPECT_NEAR(fits.at("amount").at("log_sd").as_number(), 1.2, 0.03);
  EXPECT_EQ(fits.at("life").at("family").as_text(), "weibull");
  EXPECT_NEAR(fits.at("life").at("shape").as_number(), 2.0, 0.05);
  for (ColumnId id = 0; id < 3; ++id) {
    const auto before = testing::sorted(original, original.info(id).name);
    const auto after = testing::sorted(masked.tables[0], original.info(id).name);
    const stats::Distribution fit = stats::best_fit(before).distribution;
    // √n·D of a sample from the distribution itself exceeds 2.5 with probability 2·e^−12.5.
    EXPECT_LT(stats::kolmogorov_distance(fit, after), 2.5 / std::sqrt(static_cast<double>(rows)));
    EXPECT_NE(before, after);
    EXPECT_LT(fits.at(original.info(id).name).at("distance").as_number(), 0.01);
  }
}

TEST(DistributionFit, KeepsRanks) {
  const Table original = testing::incomes(1000);
  const Table masked = mask(original, "distribution-fit").tables[0];
  for (ColumnId id = 0; id < original.column_count(); ++id) {
    const Numbers before = original.column(id).to_numbers(), after = masked.column(id).to_numbers();
    double last = -1e300;
    for (const std::uint32_t row : stats::ascending_order(before)) {
      EXPECT_GE(after[row], last);
      last = after[row];
    }
  }
}

TEST(DistributionFit, ConstantColumnsAndMissingValuesStay) {
  const double nan = std::nan("");
  const Table original = numbers_table({{"x", {4, 4, nan, 4, 4}},
                                        {"y", {nan, nan, nan, nan, nan}},
                                        {"z", {1, nan, 2, 3, 7}},
                                        {"one", {nan, 5, nan, nan, nan}}});
  const Masked masked = mask(original, "distribution-fit");
  EXPECT_EQ(masked.tables[0].column(0), original.column(0));
  EXPECT_EQ(masked.tables[0].column(1), original.column(1));
  EXPECT_EQ(masked.tables[0].column(3), original.column(3));
  EXPECT_TRUE(masked.tables[0].column(2).missing(1));
  EXPECT_EQ(masked.tables[0].column(2).missing_count(), 1U);
  EXPECT_TRUE(masked.details.at("fits").at("x").is_null());
  EXPECT_FALSE(masked.details.at("fits").at("z").is_null());
}

}  // namespace
}  // namespace sfumato
