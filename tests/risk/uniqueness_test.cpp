// Uniqueness by hand, and what it says of the population.
#include <gtest/gtest.h>

#include <cmath>

#include "support/reference_data.hpp"
#include "support/survey.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;

TEST(Uniqueness, CountsRecordsThatAreAlone) {
  const Table table = numbers_table({{"a", {1, 1, 2, 3, std::nan("")}}});
  const Score score = measure(table, table, "uniqueness");
  EXPECT_EQ(score.value, 60.0);
  EXPECT_EQ(score.per_record, (std::vector<double>{0, 0, 1, 1, 1}));
  EXPECT_EQ(score.details.at("sample_uniques"), Value(3));
  EXPECT_EQ(score.details.at("wildcard_uniques"), Value(0));
  EXPECT_EQ(score.details.find("estimates"), nullptr);
}

// Sizes 1, 1, 2 of a population of 6: Zayatz gives 5/7 of the sample uniques.
TEST(Uniqueness, EstimatesThePopulation) {
  const Table table = numbers_table({{"a", {1, 1, 2, 3}}});
  const Score score = measure(table, table, "uniqueness", {{"population", 6}});
  EXPECT_NEAR(score.details.at("estimates").at("zayatz").at("given_sample_unique").as_number(), 5.0 / 7.0,
              1e-12);
  EXPECT_EQ(score.details.at("population"), Value(6.0));
  const Table weighted = testing::with_role(
      testing::with_role(numbers_table({{"a", {1, 1, 2, 3}}, {"w", {1, 1, 1, 3}}}), "w", Role::weight), "a",
      Role::quasi_identifier);
  EXPECT_EQ(measure(weighted, weighted, "uniqueness").details.at("estimates"), score.details.at("estimates"));
  EXPECT_TRUE(measure(table, table, "uniqueness", {{"population", 3}}).details.at("estimates").is_null());
}

TEST(Uniqueness, OfAPublicSurvey) {
  SFUMATO_REQUIRE_REFERENCE(path, "testdata.csv");
  const Table survey = testing::household_survey(path);
  const Score score = measure(survey, survey, "uniqueness");
  EXPECT_EQ(score.details.at("sample_uniques"), Value(157));
  EXPECT_DOUBLE_EQ(score.value.value(), 15700.0 / 4580.0);
  for (const char* model : {"poisson", "pitman", "zayatz", "snb"}) {
    const Value& estimate = score.details.at("estimates").at(model);
    if (estimate.is_null()) continue;
    EXPECT_GE(estimate.at("given_sample_unique").as_number(), 0.0);
    EXPECT_LE(estimate.at("given_sample_unique").as_number(), 1.0);
  }
}

}  // namespace
}  // namespace sfumato
