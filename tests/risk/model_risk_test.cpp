// Model risk by hand, and on a public survey against a generalized linear model fitted elsewhere.
#include <gtest/gtest.h>

#include <cmath>

#include "support/reference_data.hpp"
#include "support/survey.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;

// Expected counts 1.5 of (0,0), which two records have, 1.5 of (0,1) and 0.5 of (1,1). Half the people are in
// the file, so that as many others are expected.
TEST(ModelRisk, ByHand) {
  const Table table = numbers_table({{"a", {0, 0, 0, 1}}, {"b", {0, 0, 1, 1}}});
  const Score score = measure(table, table, "model-risk", {{"population-size", 8}});
  const double second = (1.0 - std::exp(-1.5)) / 1.5, third = (1.0 - std::exp(-0.5)) / 0.5;
  EXPECT_NEAR(score.value.value(), 100.0 * (second + third) / 4.0, 1e-12);
  EXPECT_NEAR(score.details.at("correct_matches").as_number(), second + third, 1e-14);
  EXPECT_NEAR(score.details.at("population_uniques").as_number(), std::exp(-1.5) + std::exp(-0.5), 1e-14);
  EXPECT_EQ(score.details.at("sample_uniques"), Value(2));
  EXPECT_EQ(score.details.at("sampled"), Value(0.5));
  ASSERT_EQ(score.per_record.size(), 4U);
  EXPECT_NEAR(score.per_record[0], 1.0 / 1.5 - second / 1.5, 1e-14);
  EXPECT_NEAR(score.per_record[2], second, 1e-14);
  EXPECT_NEAR(score.per_record[3], third, 1e-14);
}

TEST(ModelRisk, WeightsGiveTheNumberOfPeople) {
  Table table = numbers_table({{"a", {0, 0, 0, 1}}, {"b", {0, 0, 1, 1}}, {"w", {1, 2, 1, 4}}});
  const Score sized = measure(table.taking_columns({0, 1}), table.taking_columns({0, 1}), "model-risk",
                              {{"population-size", 8}});
  for (const char* key : {"a", "b"}) table = testing::with_role(table, key, Role::quasi_identifier);
  table = testing::with_role(table, "w", Role::weight);
  EXPECT_EQ(measure(table, table, "model-risk").value, sized.value);
}

// Without people beside the records every unique is found.
TEST(ModelRisk, OfAWholePopulationIsItsUniques) {
  const Table table = numbers_table({{"a", {0, 0, 0, 1}}, {"b", {0, 0, 1, 1}}});
  EXPECT_EQ(measure(table, table, "model-risk").value, 50.0);
  EXPECT_EQ(measure(table, table, "model-risk", {{"population-size", 2}}).value, 50.0);
  const Table pair = numbers_table({{"a", {3, 3}}});
  const Score none = measure(pair, pair, "model-risk");
  EXPECT_EQ(none.value, 0.0);
  EXPECT_TRUE(none.details.at("correct_matches_percent").is_null());
}

// Numbers of statsmodels, a GLM with Poisson counts of all combinations of values; E(1/F) summed over them.
TEST(ModelRisk, OfAPublicSurvey) {
  SFUMATO_REQUIRE_REFERENCE(path, "testdata.csv");
  const Table survey = testing::household_survey(path);
  const Score score = measure(survey, survey, "model-risk");
  EXPECT_EQ(score.details.at("combinations"), Value(12960.0));
  EXPECT_EQ(score.details.at("sample_uniques"), Value(157));
  EXPECT_NEAR(score.details.at("population_uniques").as_number(), 5.470137947114228, 1e-8);
  EXPECT_NEAR(score.details.at("correct_matches").as_number(), 14.924666623453687, 1e-8);
  EXPECT_NEAR(score.details.at("expected").as_number(), 28.398603422599404, 1e-7);
  EXPECT_NEAR(score.value.value(), 0.3258660834815215, 1e-9);
}

TEST(ModelRisk, OfPairsInAPublicSurvey) {
  SFUMATO_REQUIRE_REFERENCE(path, "testdata.csv");
  const Table survey = testing::household_survey(path);
  const Score score =
      measure(survey, survey, "model-risk",
              {{"formula", "two-way"}, {"keys", Value::array_of({"roof", "water", "relat", "sex"})}});
  EXPECT_EQ(score.details.at("converged"), Value(true));
  EXPECT_NEAR(score.details.at("correct_matches").as_number(), 1.1195981674813986, 1e-6);
  EXPECT_NEAR(score.details.at("population_uniques").as_number(), 0.0029448122423866873, 1e-7);
  EXPECT_NEAR(score.details.at("expected").as_number(), 2.5281526380849253, 1e-6);
}

TEST(ModelRisk, SaysWhereATableOfPairsIsTooLarge) {
  std::vector<double> values(200);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
  const Table table = numbers_table({{"a", values}, {"b", values}, {"c", values}});
  const Score score = measure(table, table, "model-risk", {{"formula", "two-way"}});
  EXPECT_FALSE(score.value);
  EXPECT_NE(score.note.find("8000000"), std::string::npos) << score.note;
  EXPECT_TRUE(measure(table, table, "model-risk").value);
}

}  // namespace
}  // namespace sfumato
