// Utility from covariances by hand, at its ends, and against the reference value.
#include <gtest/gtest.h>

#include <cmath>

#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;

TEST(Um, ByHand) {
  // Two columns without ties have equal variances, so the axes are (1, ±1)/√2 with shares (1 ± r)/2:
  // UM = 1 − min(1, ((r − r′)/r)²). Spearman: 1 − 6·2/60 = 0.8, and 1 − 6·4/60 = 0.6.
  const Table original = numbers_table({{"a", {1, 2, 3, 4}}, {"b", {2, 1, 3, 4}}});
  const Table masked = numbers_table({{"a", {1, 2, 3, 4}}, {"b", {20, 10, 40, 30}}});
  EXPECT_NEAR(measure(original, masked, "um").value.value(), 1.0 - 0.0625, 1e-14);
}

TEST(Um, OnValuesTakesCovariances) {
  // Variances 1 and 4, covariance 0: shares 1/5 and 4/5. Exchanged: 4/5 and 1/5 along the same axes.
  // UM = 1 − min(1, 2·(3/5)²/(2·(3/10)²)) = 0.
  const std::vector<double> x{-1, 1, -1, 1}, y{-2, -2, 2, 2};
  const Table original = numbers_table({{"a", x}, {"b", y}}), exchanged = numbers_table({{"a", y}, {"b", x}});
  EXPECT_NEAR(measure(original, exchanged, "um", {{"on", "values"}}).value.value(), 0.0, 1e-14);
  const Table double_scale = numbers_table({{"a", {-2, 2, -2, 2}}, {"b", {-4, -4, 4, 4}}});
  EXPECT_NEAR(measure(original, double_scale, "um", {{"on", "values"}}).value.value(), 1.0, 1e-14);
}

TEST(Um, OfUncorrelatedOriginals) {
  // Ranks of a and b are uncorrelated and of equal variance: every axis explains 1/2.
  const Table original = numbers_table({{"a", {1, 1, 2, 2}}, {"b", {1, 2, 1, 2}}});
  EXPECT_EQ(measure(original, original, "um").value, 1.0);
  const Table masked = numbers_table({{"a", {1, 1, 2, 2}}, {"b", {1, 1, 1, 2}}});  // ties make b narrower
  EXPECT_EQ(measure(original, masked, "um").value, 0.0);
}

TEST(Um, NothingLostWhenNothingChanges) {
  const Table original = testing::incomes(100);
  EXPECT_NEAR(measure(original, original, "um").value.value(), 1.0, 1e-14);
  EXPECT_EQ(measure(original.taking_columns({0}), original.taking_columns({0}), "um").value, 1.0);
}

TEST(Um, TakesFilesOfUnequalLength) {
  const Score score = measure(testing::incomes(3000, 1), testing::incomes(2000, 2), "um");
  EXPECT_GT(score.value.value(), 0.98);
  EXPECT_EQ(score.details.at("sampled_rows"), Value(2000));
}

TEST(Um, ReferenceValue) {
  SFUMATO_REQUIRE_REFERENCE(census, "census.csv");
  const Table original = testing::read_numbers(census, {"FICA", "FEDTAX", "INTVAL", "POTHVAL"});
  const Table masked = testing::mask(original, "mdav", {{"k", 5}}).tables[0];
  EXPECT_NEAR(measure(original, masked, "um").value.value(), 0.977193250, 5e-10);
}

}  // namespace
}  // namespace sfumato
