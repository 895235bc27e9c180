// Chances of three attackers by hand, with people counted, estimated and unknown.
#include <gtest/gtest.h>

#include <cmath>

#include "compare/measures.hpp"
#include "core/error.hpp"
#include "support/reference_data.hpp"
#include "support/survey.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;
const double no_key = std::nan("");

// Classes of 1, 2 and 3 records.
Table six() { return numbers_table({{"a", {1, 2, 2, 3, 3, 3}}}); }

Score against(const Table& file, const Table& population, ParamValues params) {
  params.emplace_back("population", "people.csv");
  return compare::measure("reidentification")
      .score(file, file, testing::all_columns(file), params,
             sfumato::Run().with_table("people.csv", population));
}

TEST(Reidentification, OfAProsecutorByHand) {
  const Score score = measure(six(), six(), "reidentification", {{"threshold", 0.4}});
  EXPECT_EQ(score.value, 100.0);
  const Value& prosecutor = score.details.at("prosecutor");
  EXPECT_DOUBLE_EQ(prosecutor.at("average").as_number(), 50.0);  // three classes of six records
  EXPECT_DOUBLE_EQ(prosecutor.at("above").as_number(), 50.0);
  EXPECT_EQ(score.details.at("people"), Value("unknown"));
  EXPECT_EQ(score.details.at("journalist"), prosecutor);
  EXPECT_EQ(score.per_record, (std::vector<double>{1, 0.5, 0.5, 1.0 / 3, 1.0 / 3, 1.0 / 3}));
}

// A chance equal to the threshold is not above it.
TEST(Reidentification, ThresholdIsExclusive) {
  const Score score = measure(six(), six(), "reidentification", {{"threshold", 0.5}});
  EXPECT_DOUBLE_EQ(score.details.at("prosecutor").at("above").as_number(), 100.0 / 6.0);
}

// The population has four of 1, two of 2 and five of 3, and one of 9 with no such record in the file.
TEST(Reidentification, CountsPeopleInAPopulation) {
  const Table people =
      numbers_table({{"b", std::vector<double>(12, 0.0)}, {"a", {1, 1, 1, 1, 2, 2, 3, 3, 3, 3, 3, 9}}});
  const Score journalist = against(six(), people, {{"attacker", "journalist"}});
  EXPECT_EQ(journalist.value, 50.0);
  EXPECT_EQ(journalist.details.at("people"), Value("file"));
  EXPECT_EQ(journalist.details.at("population"), Value(12));
  EXPECT_EQ(journalist.per_record, (std::vector<double>{0.25, 0.5, 0.5, 0.2, 0.2, 0.2}));
  EXPECT_DOUBLE_EQ(journalist.details.at("journalist").at("above").as_number(), 50.0);  // above 0.2
  EXPECT_EQ(journalist.details.at("prosecutor").at("highest"), Value(100.0));
  EXPECT_EQ(journalist.details.find("outnumbered_records"), nullptr);
  const Score marketer = against(six(), people, {{"attacker", "marketer"}});
  EXPECT_NEAR(marketer.value.value(), 100.0 * (0.25 + 1.0 + 0.6) / 6.0, 1e-12);
  EXPECT_EQ(marketer.value, marketer.details.at("marketer").at("average").as_number());
}

TEST(Reidentification, ComparesTextWithNumbersAndMatchesGaps) {
  const Codes words{{0, 0, 1, Codes::missing}, {"1", "2"}};
  ColumnInfo info;
  info.name = "a";
  info.kind = Kind::nominal;
  const Table people({info}, {Column(words)});
  const Table file = numbers_table({{"a", {1, 2, no_key}}});
  const Score wild = against(file, people, {{"attacker", "journalist"}});
  // 1 is like 1 and 1; 2 like 2; the gap, which is all that its record has, is like all and counts for no
  // other.
  EXPECT_EQ(wild.per_record, (std::vector<double>{0.5, 1.0, 0.25}));
  const Score own = against(file, people, {{"attacker", "journalist"}, {"missing-as", "category"}});
  EXPECT_EQ(own.per_record, (std::vector<double>{0.5, 1, 1}));
}

TEST(Reidentification, NeverCountsRecodedKeysAsSafe) {
  const Table people = numbers_table({{"a", {7, 8, 9}}});
  const Score score = against(six(), people, {{"attacker", "journalist"}});
  EXPECT_EQ(score.value, 100.0);
  EXPECT_EQ(score.details.at("outnumbered_records"), Value(6));
  EXPECT_THROW(against(six(), numbers_table({{"b", {1}}}), {}), Error);
}

// f = 1 of 2 people, 2 of 4, and 3 of 6: p = ½ throughout.
TEST(Reidentification, EstimatesPeopleFromTheirNumber) {
  const Score score =
      measure(six(), six(), "reidentification", {{"attacker", "journalist"}, {"population-size", 12}});
  EXPECT_EQ(score.details.at("people"), Value("estimated"));
  EXPECT_DOUBLE_EQ(score.per_record[0], std::log(2.0));
  EXPECT_DOUBLE_EQ(score.per_record[1], 1.0 - std::log(2.0));
  EXPECT_DOUBLE_EQ(score.per_record[3], 0.5 / 2.5);
}

// The mean over records is that of individual risk, Σr/n, and classes over records for the prosecutor.
TEST(Reidentification, OfAPublicSurvey) {
  SFUMATO_REQUIRE_REFERENCE(path, "testdata.csv");
  const Table survey = testing::household_survey(path);
  const Score score = measure(survey, survey, "reidentification", {{"attacker", "marketer"}});
  EXPECT_NEAR(score.value.value(), 100.0 * 10.7782989 / 4580.0, 1e-7);
  EXPECT_EQ(score.details.at("prosecutor").at("highest"), Value(100.0));
  const Score same = against(survey, survey, {{"attacker", "journalist"}});
  EXPECT_EQ(same.details.at("journalist"), same.details.at("prosecutor"));
}

}  // namespace
}  // namespace sfumato
