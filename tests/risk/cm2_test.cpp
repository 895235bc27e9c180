// All canonical correlations: reference values, synthetic data, invariances.
#include <gtest/gtest.h>

#include <cmath>

#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;

TEST(Cm2, ReferenceValue) {
  SFUMATO_REQUIRE_REFERENCE(census, "census.csv");
  const Table original = testing::read_numbers(census, {"FICA", "FEDTAX", "INTVAL", "POTHVAL"});
  const Table masked = testing::mask(original, "mdav", {{"k", 5}}).tables[0];
  EXPECT_NEAR(measure(original, masked, "cm2").value.value(), 1.459447e-4, 5e-11);
}

// One column with ranks 1 to 4 and 2, 1, 4, 3: correlation 0.6, so −ln(1 − 0.36).
TEST(Cm2, SaysMinusItsLogarithm) {
  const Table original = testing::numbers_table({{"a", {1, 2, 3, 4}}});
  const Table masked = testing::numbers_table({{"a", {20, 10, 40, 30}}});
  const Score score = measure(original, masked, "cm2");
  EXPECT_NEAR(score.value.value(), 0.64, 1e-14);
  EXPECT_NEAR(score.details.at("minus_log").as_number(), 0.44628710262841953, 1e-12);
  EXPECT_TRUE(measure(original, original, "cm2").details.at("minus_log").is_null());
}

// Means of 100 draws: each lies within four standard errors (spread over draws / 10) of its target.
TEST(Cm2, OfSyntheticCensusByIpso) {
  SFUMATO_REQUIRE_REFERENCE(census, "census.csv");
  const Table original = testing::read_numbers(census, {"FICA", "FEDTAX", "INTVAL", "POTHVAL"});
  double um = 0.0, cm1 = 0.0, cm2 = 0.0, cm3 = 0.0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const Table masked = testing::mask(original, "ipso", {}, seed).tables[0];
    um += measure(original, masked, "um").value.value() / 100.0;
    cm1 += measure(original, masked, "cm1").value.value() / 100.0;
    cm2 += measure(original, masked, "cm2").value.value() / 100.0;
    cm3 += measure(original, masked, "cm3").value.value() / 100.0;
  }
  RecordProperty("um", std::to_string(um));
  RecordProperty("cm1", std::to_string(cm1));
  RecordProperty("cm2", std::to_string(cm2));
  RecordProperty("cm3", std::to_string(cm3));
  EXPECT_NEAR(um, 0.9631, 4 * 0.00043);
  EXPECT_NEAR(cm1, 0.9904, 4 * 0.0003);
  EXPECT_NEAR(cm2, 0.9851, 4 * 0.0005);
  EXPECT_NEAR(cm3, 0.663, 4 * 0.00155);
}

TEST(Cm2, IsNeverAboveCm1) {
  const Table original = testing::incomes(300);
  for (const double amount : {0.1, 0.5, 2.0}) {
    const Table masked = testing::mask(original, "additive-noise", {{"amount", amount}}).tables[0];
    const double all = measure(original, masked, "cm2").value.value();
    EXPECT_LE(all, measure(original, masked, "cm1").value.value());
    EXPECT_GT(all, 0.0);
  }
}

TEST(Cm2, MonotoneChangesOfColumnsChangeNothing) {
  const Table original = testing::incomes(300);
  const Table masked = testing::mask(original, "additive-noise", {{"amount", 0.3}}).tables[0];
  Table bent = masked;
  for (ColumnId id = 0; id < bent.column_count(); ++id) {
    for (double& value : bent.edit_numbers(id)) value = std::cbrt(value);
  }
  for (const char* name : {"cm1", "cm2", "cm3", "um", "power-mean", "permutation-distance"}) {
    EXPECT_EQ(measure(original, masked, name).value, measure(original, bent, name).value) << name;
  }
}

}  // namespace
}  // namespace sfumato
