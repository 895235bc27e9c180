// Individual risk by its formulas, in households, and on public surveys.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "risk/household_risk.hpp"
#include "support/reference_data.hpp"
#include "support/survey.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;
using testing::with_role;

Table weighted(const testing::NamedNumbers& columns) {
  const Table table = numbers_table(columns);
  return with_role(with_role(table, "weight", Role::weight), "key", Role::quasi_identifier);
}

TEST(IndividualRisk, WithoutWeightsIsOneOverTheClass) {
  const Table table = numbers_table({{"key", {1, 1, 2, 3, 3, 3}}});
  const Score score = measure(table, table, "individual-risk");
  EXPECT_DOUBLE_EQ(score.value.value(), 100.0 * 3 / 6);  // one per class
  EXPECT_DOUBLE_EQ(score.details.at("expected").as_number(), 3.0);
  EXPECT_EQ(score.details.at("largest"), Value(1.0));
  EXPECT_EQ(score.details.at("weighted"), Value(false));
}

TEST(IndividualRisk, FollowsItsFormulas) {
  const Table table = weighted({{"key", {1, 2, 2, 3, 3, 3}}, {"weight", {4, 3, 5, 10, 10, 10}}});
  const Score score = measure(table, table, "individual-risk");
  EXPECT_DOUBLE_EQ(score.per_record[0], std::log(4.0) / 3.0);            // p = 1/4
  EXPECT_DOUBLE_EQ(score.per_record[1], 1.0 / 3 - std::log(4.0) / 9.0);  // p = 2/8
  EXPECT_DOUBLE_EQ(score.per_record[3], 0.1 / 2.1);                      // p = 3/30
  EXPECT_DOUBLE_EQ(score.details.at("largest").as_number(), std::log(4.0) / 3.0);
  EXPECT_DOUBLE_EQ(score.details.at("global").as_number() * 100.0, score.value.value());
}

// 1/F has the mean ∫ of its generating function: r = E[1/F] for F − f negative binomial with p and f.
TEST(IndividualRisk, IsTheMeanOfOneOverTheClassInThePopulation) {
  for (const double people : {2.001, 2.01, 3.0, 40.0}) {
    const Table table = weighted({{"key", {1, 1}}, {"weight", {people / 2, people / 2}}});
    const double p = 2.0 / people;
    double mean = 0.0, chance = p * p;  // of F = f, f + 1, …
    for (int size = 2; size < 5000; ++size) {
      mean += chance / size;
      chance *= (1.0 - p) * size / (size - 1.0);
    }
    EXPECT_NEAR(measure(table, table, "individual-risk").per_record[0], mean, 1e-12) << people;
  }
  const Table nearly = weighted({{"key", {1, 1}}, {"weight", {1.0, 1.00001}}});
  EXPECT_NEAR(measure(nearly, nearly, "individual-risk").per_record[0], 0.5 - 5e-6 / 3.0, 1e-10);
}

TEST(IndividualRisk, AHouseholdIsAsExposedAsItsMembersTogether) {
  const Table plain = numbers_table({{"key", {1, 1, 2, 2, 3}}, {"home", {1, 1, 2, std::nan(""), 2}}});
  const Table table = with_role(with_role(plain, "home", Role::household), "key", Role::quasi_identifier);
  const Score score = measure(table, table, "individual-risk");
  // Homes 1: 1 − ½·½ = ¾ for two records; 2: 1 − ½·0 = 1 for two; the record without a home has its ½.
  EXPECT_DOUBLE_EQ(score.details.at("household_expected").as_number(), 4.0);
}

TEST(IndividualRisk, AMissingKeyMatchesAnythingOrIsItsOwn) {
  const Table table = weighted({{"key", {1, 1, std::nan("")}}, {"weight", {1, 1, 1}}});
  // Two records of frequency 2, and one that misses every key and has frequency 3.
  EXPECT_DOUBLE_EQ(measure(table, table, "individual-risk").details.at("expected").as_number(), 4.0 / 3.0);
  EXPECT_DOUBLE_EQ(measure(table, table, "individual-risk", {{"missing-as", "category"}})
                       .details.at("expected")
                       .as_number(),
                   2.0);
}

TEST(IndividualRisk, HasNoValueWithInvalidWeights) {
  const Table negative = weighted({{"key", {1, 2}}, {"weight", {1, -1}}});
  EXPECT_FALSE(measure(negative, negative, "individual-risk").value);
  const Table missing = weighted({{"key", {1, 2}}, {"weight", {1, std::nan("")}}});
  EXPECT_FALSE(measure(missing, missing, "individual-risk").value);
}

TEST(IndividualRisk, OfPublicSurveys) {
  SFUMATO_REQUIRE_REFERENCE(path, "testdata.csv");
  const Table survey = testing::household_survey(path);
  const Score score = measure(survey, survey, "individual-risk");
  EXPECT_NEAR(score.details.at("expected").as_number(), 10.7782989, 1e-7);
  EXPECT_NEAR(score.details.at("household_expected").as_number(), 51.8129274, 1e-7);
  SFUMATO_REQUIRE_REFERENCE(small_path, "francdat.csv");
  const Table small = testing::small_survey(small_path);
  const Score other = measure(small, small, "individual-risk");
  EXPECT_NEAR(other.details.at("expected").as_number(), 0.966526045, 1e-9);
  EXPECT_NEAR(other.details.at("largest").as_number(), 0.402359478, 1e-9);
}

// Homes 1: 3/4 twice; 2: 1 twice; the record without a home 1/2. Alone the records have 1/2, 1/2, 1/2, 1/2
// and 1.
TEST(IndividualRisk, CountsRecordsAndHouseholdsAboveAThreshold) {
  const Table plain = numbers_table({{"key", {1, 1, 2, 2, 3}}, {"home", {1, 1, 2, std::nan(""), 2}}});
  const Table table = with_role(with_role(plain, "home", Role::household), "key", Role::quasi_identifier);
  const auto details = [&](double threshold) {
    return measure(table, table, "individual-risk", {{"threshold", threshold}}).details;
  };
  EXPECT_EQ(details(0.6).at("above").as_integer(), 1);
  EXPECT_EQ(details(0.6).at("household_above").as_integer(), 4);
  EXPECT_EQ(details(0.6).at("households_above").as_integer(), 2);
  EXPECT_EQ(details(0.4).at("above").as_integer(), 5);
  EXPECT_EQ(details(0.4).at("households_above").as_integer(), 3) << "the record without a home is one";
  EXPECT_EQ(details(0.8).at("household_above").as_integer(), 2);
  EXPECT_EQ(details(1.0).at("above").as_integer(), 0);
  EXPECT_EQ(details(0.5).at("household_largest").as_number(), 1.0);
}

TEST(IndividualRisk, EachRecordHasTheRiskOfItsHousehold) {
  const stats::KeyColumn homes = stats::key_column(Numbers{1, 1, 2, std::nan(""), 2});
  EXPECT_EQ(risk::household_risks(homes, {0.5, 0.5, 0.5, 0.5, 1.0}),
            (std::vector<double>{0.75, 0.75, 1.0, 0.5, 1.0}));
}

// sdcMicro's benchmark: risks ½, ½, ½, ½, 1 have the median ½ and no deviation, so that the last is above.
TEST(IndividualRisk, TheBenchmarkIsTheMedianAndTwoDeviations) {
  const Table table = numbers_table({{"key", {1, 1, 2, 2, 3}}});
  const Value details = measure(table, table, "individual-risk").details;
  EXPECT_DOUBLE_EQ(details.at("benchmark").as_number(), 0.5);
  EXPECT_EQ(details.at("above_benchmark").as_integer(), 1);
  const Table mixed = numbers_table({{"key", {1, 1, 2, 2, 2, 3}}});
  // 1/2, 1/2, 1/3, 1/3, 1/3, 1: median 5/12, deviations 1/12 five times and 7/12.
  EXPECT_NEAR(measure(mixed, mixed, "individual-risk").details.at("benchmark").as_number(),
              5.0 / 12 + 2 * 1.4826 / 12, 1e-12);
}

}  // namespace
}  // namespace sfumato
