// The largest canonical correlation by hand and against reference values.
#include <gtest/gtest.h>

#include <cmath>

#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;

TEST(Cm1, OfOneColumnIsOneMinusSpearmanSquared) {
  // Ranks 1, 2, 3, 4 and 2, 1, 4, 3: Spearman's correlation is 1 − 6·4/60 = 0.6.
  const Table original = numbers_table({{"a", {1, 2, 3, 4}}});
  const Table masked = numbers_table({{"a", {20, 10, 40, 30}}});
  const Score score = measure(original, masked, "cm1");
  EXPECT_NEAR(score.value.value(), 1.0 - 0.36, 1e-14);
  EXPECT_NEAR(measure(original, masked, "cm2").value.value(), 1.0 - 0.36, 1e-14);
}

TEST(Cm1, OneColumnThatKeptItsRanksMakesItZero) {
  const Table original = testing::incomes(300);
  Table masked = testing::mask(original, "additive-noise", {{"amount", 2}}).tables[0];
  EXPECT_GT(measure(original, masked, "cm1").value.value(), 0.1);
  Numbers kept = original.column(1).to_numbers();
  for (double& value : kept) value = std::cbrt(value);
  masked.replace(1, kept);
  EXPECT_NEAR(measure(original, masked, "cm1").value.value(), 0.0, 1e-12);
}

TEST(Cm1, SaysSoWhereThereAreTooFewRecords) {
  const Table original = numbers_table({{"a", {1, 2, 3}}, {"b", {2, 1, 3}}});
  const Table masked = numbers_table({{"a", {3, 1, 2}}, {"b", {2, 3, 1}}});
  const Score score = measure(original, masked, "cm1");
  EXPECT_NEAR(score.value.value(), 0.0, 1e-12);
  EXPECT_NE(score.note.find("so few records"), std::string::npos);
}

TEST(Cm1, ReferenceValue) {
  SFUMATO_REQUIRE_REFERENCE(census, "census.csv");
  const Table original = testing::read_numbers(census, {"FICA", "FEDTAX", "INTVAL", "POTHVAL"});
  const Table masked = testing::mask(original, "mdav", {{"k", 5}}).tables[0];
  EXPECT_NEAR(measure(original, masked, "cm1").value.value(), 0.0192765183, 5e-11);
}

// PTOTVAL = PEARNVAL + POTHVAL holds for values and not for ranks: the ranks have full rank.
TEST(Cm1, TakesAllColumnsOfCensus) {
  SFUMATO_REQUIRE_REFERENCE(census, "census.csv");
  const Table original = testing::read_numbers(census);
  const Table masked = testing::mask(original, "additive-noise").tables[0];
  const Score score = measure(original, masked, "cm1");
  EXPECT_GT(score.value.value(), 0.0);
  EXPECT_LT(score.value.value(), 0.1);
  EXPECT_EQ(score.details.at("canonical_correlations").as_array().size(), 13U);
}

}  // namespace
}  // namespace sfumato
