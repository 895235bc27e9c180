// Uniqueness by hand, and what it says of the population.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "compare/measures.hpp"
#include "core/rng.hpp"
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
  EXPECT_EQ(score.details.at("wildcard_uniques"), Value(2));  // the blank record hides neither 2 nor 3
  EXPECT_EQ(score.details.find("estimates"), nullptr);
  EXPECT_TRUE(
      score.reading.starts_with("3 of 5 records are unique on their keys in the file when a missing key is "
                                "a value of its own (2 when it matches anything)"))
      << score.reading;
}

// Sizes 1, 1, 2 of a population of 6: Zayatz gives 5/7 of the sample uniques.
TEST(Uniqueness, EstimatesThePopulation) {
  const Table table = numbers_table({{"a", {1, 1, 2, 3}}});
  const Score score = measure(table, table, "uniqueness", {{"population-size", 6}});
  EXPECT_NEAR(score.details.at("estimates").at("zayatz").at("given_sample_unique").as_number(), 5.0 / 7.0,
              1e-12);
  EXPECT_EQ(score.details.at("population"), Value(6.0));
  const Table weighted = testing::with_role(
      testing::with_role(numbers_table({{"a", {1, 1, 2, 3}}, {"w", {1, 1, 1, 3}}}), "w", Role::weight), "a",
      Role::quasi_identifier);
  EXPECT_EQ(measure(weighted, weighted, "uniqueness").details.at("estimates"), score.details.at("estimates"));
  EXPECT_TRUE(
      measure(table, table, "uniqueness", {{"population-size", 3}}).details.at("estimates").is_null());
}

// 2 and 3 are alone in the file; in the population one other is like 3, and 5 is alone there too.
TEST(Uniqueness, IsCountedWhereThePopulationIsGiven) {
  const Table file = numbers_table({{"a", {1, 1, 2, 3}}});
  const Table people = numbers_table({{"a", {3, 1, 1, 1, 2, 3, 5, 4, 4}}});
  const Score score = compare::measure("uniqueness")
                          .score(file, file, {0}, {{"population", "people.csv"}},
                                 sfumato::Run().with_table("people.csv", people));
  EXPECT_EQ(score.value, 50.0);
  const Value& counted = score.details.at("counted");
  EXPECT_EQ(counted.at("population_uniques"), Value(2));
  EXPECT_DOUBLE_EQ(counted.at("percent").as_number(), 200.0 / 9.0);
  EXPECT_DOUBLE_EQ(counted.at("given_sample_unique").as_number(), 0.5);
  EXPECT_DOUBLE_EQ(counted.at("correct_given_unique").as_number(), 2.0 / 3.0);
  EXPECT_EQ(score.details.at("population"), Value(9.0));
  EXPECT_TRUE(score.details.at("estimates").is_object());
}

// Samples of a made-up population: the exact share is that of the sample uniques which are unique there.
TEST(Uniqueness, OfSamplesOfAPopulation) {
  Rng rng({9, 1});
  for (int round = 0; round < 10; ++round) {
    std::vector<double> people(300), drawn;
    for (double& one : people) one = std::floor(200.0 * rng.uniform() * rng.uniform());
    for (const double one : people) {
      if (rng.chance(0.2)) drawn.push_back(one);
    }
    double uniques = 0.0, both = 0.0;
    for (const double one : drawn) {
      if (std::count(drawn.begin(), drawn.end(), one) > 1) continue;
      uniques += 1.0;
      both += std::count(people.begin(), people.end(), one) == 1 ? 1.0 : 0.0;
    }
    const Table file = numbers_table({{"a", drawn}});
    const Score score = compare::measure("uniqueness")
                            .score(file, file, {0}, {{"population", "p"}},
                                   sfumato::Run().with_table("p", numbers_table({{"a", people}})));
    EXPECT_DOUBLE_EQ(score.details.at("counted").at("given_sample_unique").as_number(), both / uniques);
    EXPECT_EQ(score.details.find("outnumbered_records"), nullptr);
  }
}

TEST(Uniqueness, OfAPublicSurvey) {
  SFUMATO_REQUIRE_REFERENCE(path, "testdata.csv");
  const Table survey = testing::household_survey(path);
  const Score score = measure(survey, survey, "uniqueness");
  EXPECT_EQ(score.details.at("sample_uniques"), Value(157));
  EXPECT_DOUBLE_EQ(score.value.value(), 15700.0 / 4580.0);
  // By other programs: scipy's optimizers, root finders and distributions, from the definitions of the
  // models.
  const Value& estimates = score.details.at("estimates");
  const auto uniques = [&](const char* model) {
    return estimates.at(model).at("population_uniques").as_number();
  };
  EXPECT_NEAR(uniques("poisson"), 73.92442807413, 1e-8);
  EXPECT_NEAR(uniques("pitman"), 576.6617, 1e-2);
  EXPECT_NEAR(estimates.at("zayatz").at("given_sample_unique").as_number(), 0.0556831530, 1e-9);
  EXPECT_NEAR(uniques("snb"), 7312.8236432, 1e-2);
}

}  // namespace
}  // namespace sfumato
