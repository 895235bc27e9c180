// Every reason to be careful leads to its warning, and none appears without one.
#include "report/comparison_warnings.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/comparisons.hpp"

namespace sfumato::report {
namespace {

bool has(const Warnings& warnings, const std::string& part) {
  return std::any_of(warnings.begin(), warnings.end(),
                     [&](const std::string& warning) { return warning.find(part) != std::string::npos; });
}

jobs::WinnerRelease release_with(double attained) {
  jobs::WinnerRelease release;
  release.release = Value::object();
  release.release.set("guarantee", "none");
  release.scores = {{.value = attained}, {.value = 0.2}};
  return release;
}

TEST(ComparisonWarnings, AreFewWhereAllIsWell) {
  const jobs::CompareResult outcome = testing::small_comparison();
  EXPECT_EQ(
      comparison_warnings(outcome),
      (Warnings{{"the parameters were chosen by measuring these data, so they reveal a little about them",
                 WarningGrade::note}}));
}

TEST(ComparisonWarnings, KeepThoseOfTheComparison) {
  jobs::CompareResult outcome = testing::small_comparison();
  outcome.warnings = {"something else"};
  EXPECT_EQ(comparison_warnings(outcome).front().text, "something else");
}

TEST(ComparisonWarnings, TellOfFewRecordsAndMissingValues) {
  jobs::CompareResult outcome = testing::small_comparison();
  outcome.rows = 199;
  outcome.profile.columns.resize(2);
  outcome.profile.columns[0].name = "income";
  outcome.profile.columns[0].missing = 3;
  outcome.profile.columns[1].name = "not compared";
  outcome.profile.columns[1].missing = 5;
  const auto warnings = comparison_warnings(outcome);
  EXPECT_TRUE(has(warnings, "there are only 199 records"));
  EXPECT_TRUE(has(warnings, "values are missing in 'income' (3);"));
  EXPECT_FALSE(has(warnings, "not compared"));
}

TEST(ComparisonWarnings, TellOfTargetsNotReachedAndProposed) {
  jobs::CompareResult outcome = testing::small_comparison();
  compare::Comparison& comparison = outcome.parts[0].comparison;
  comparison.attempts[2].reached = false;
  comparison.target->proposed = true;
  EXPECT_TRUE(has(comparison_warnings(outcome),
                  "rank-linkage 0.45 was not reached by additive-noise, which is not ranked"));
  EXPECT_TRUE(has(comparison_warnings(outcome), "the target rank-linkage 0.45 was proposed"));
  for (compare::Attempt& attempt : comparison.attempts) attempt.reached = false;
  comparison.winner.reset();
  EXPECT_TRUE(has(comparison_warnings(outcome), "no method reached rank-linkage 0.45"));
  EXPECT_FALSE(has(comparison_warnings(outcome), "chosen by measuring"));
  comparison.target.reset();
  EXPECT_TRUE(has(comparison_warnings(outcome), "no target was set"));
}

TEST(ComparisonWarnings, TellOfTiesFlatAndTurningResponses) {
  jobs::CompareResult outcome = testing::small_comparison();
  compare::Comparison& comparison = outcome.parts[0].comparison;
  comparison.notes = {"mdav and rank-swapping share the first place"};
  comparison.attempts[1].calibration.notes = {"flat: every window from 2 to 4"};
  const auto warnings = comparison_warnings(outcome);
  EXPECT_TRUE(has(warnings, "share the first place"));
  EXPECT_TRUE(has(warnings, "rank-swapping: flat: every window from 2 to 4"));
}

TEST(ComparisonWarnings, TellOfSettingsThatBeatTheWinnerAwayFromTheTarget) {
  jobs::CompareResult outcome = testing::small_comparison();  // mdav: rank-linkage 0.45, emd 0.17
  jobs::ComparisonPart& part = outcome.parts[0];
  part.map_risk = 0;
  part.map_utility = 1;
  part.map = {
      {"hybrid", "k", {{3, {.value = 0.4}, {.value = 0.1}}, {4, {.value = 0.5}, {.value = 0.16}}}, false},
      {"jpeg", "quality", {{9, {.value = 0.5}, {.value = 0.18}}}, false}};
  EXPECT_TRUE(
      has(comparison_warnings(outcome), "away from the target, hybrid with k = 4 is both safer and more"));
  EXPECT_FALSE(has(comparison_warnings(outcome), "jpeg"));
  part.map[0].points[1].utility.standard_error = 0.02;  // no longer clearly
  EXPECT_FALSE(has(comparison_warnings(outcome), "away from the target"));
}

TEST(ComparisonWarnings, TellWhereTheReleaseMissesTheTarget) {
  jobs::CompareResult outcome = testing::small_comparison();
  outcome.parts[0].release = release_with(0.4546);  // more than 1 % from 0.45
  EXPECT_TRUE(has(comparison_warnings(outcome), "the release itself has rank-linkage 0.455, farther from"));
  outcome.parts[0].release = release_with(0.4544);
  EXPECT_FALSE(has(comparison_warnings(outcome), "the release itself"));
  outcome.parts[0].release->scores[0].value.reset();
  EXPECT_TRUE(has(comparison_warnings(outcome), "the release itself has no value"));
  outcome.parts[0].release->scores[1].note = "the terms separate the files completely";
  EXPECT_TRUE(has(comparison_warnings(outcome), "emd of the release: the terms separate"));
}

TEST(ComparisonWarnings, TellOfSeedsAndGuarantees) {
  jobs::CompareResult outcome = testing::small_comparison();
  outcome.parts[0].release = release_with(0.45);
  outcome.parts[0].release->fresh = false;
  EXPECT_FALSE(has(comparison_warnings(outcome), "drawn from a seed"));  // mdav draws nothing
  outcome.parts[0].comparison.winner = 1;
  EXPECT_TRUE(has(comparison_warnings(outcome), "the release was drawn from a seed"));
  EXPECT_FALSE(has(comparison_warnings(outcome), "guarantee"));
  Guarantee promised;
  promised.epsilon = 1.0;
  outcome.parts[0].release->release.set("guarantee", guarantee_value(promised));
  EXPECT_TRUE(has(comparison_warnings(outcome),
                  "the release states the guarantee “ε-differential privacy with ε = 1"));
}

TEST(ComparisonWarnings, TellOfAnEpsilonChosenOnTheData) {
  jobs::CompareResult outcome = testing::small_comparison();
  outcome.contenders[0].dial->parameter = "epsilon";
  EXPECT_TRUE(has(comparison_warnings(outcome), "ε was chosen on the data"));
}

TEST(ComparisonWarnings, TellOfSingleDraws) {
  jobs::CompareResult outcome = testing::small_comparison();
  outcome.replicates = 1;
  EXPECT_TRUE(has(comparison_warnings(outcome), "every method was drawn once"));
  outcome.contenders.resize(1);  // mdav draws nothing
  outcome.parts[0].comparison.attempts.resize(1);
  EXPECT_FALSE(has(comparison_warnings(outcome), "every method was drawn once"));
}

TEST(ComparisonWarnings, NameTheTargetWhereThereAreSeveral) {
  jobs::CompareResult outcome = testing::small_comparison();
  outcome.parts.push_back(outcome.parts[0]);
  outcome.parts[1].comparison.target->value = 0.6;
  outcome.parts[1].comparison.notes = {"a tie"};
  const auto warnings = comparison_warnings(outcome);
  EXPECT_TRUE(has(warnings, "at rank-linkage 0.6: a tie"));
  EXPECT_FALSE(has(warnings, "at rank-linkage 0.45: a tie"));
  outcome.parts[1].comparison.attempts[2].reached = false;
  EXPECT_TRUE(has(comparison_warnings(outcome), "rank-linkage 0.6 was not reached"));
  EXPECT_FALSE(has(comparison_warnings(outcome), "at rank-linkage 0.6: rank-linkage 0.6"));
}

TEST(PublicComparisonWarnings, HaveNoNotesOfTheComparison) {
  jobs::CompareResult outcome = testing::small_comparison();
  outcome.warnings = {"secret"};
  compare::Comparison& comparison = outcome.parts[0].comparison;
  comparison.notes = {"secret"};
  comparison.attempts[0].calibration.notes = {"secret"};
  comparison.attempts[1].overall = 1;
  const auto warnings = public_comparison_warnings(outcome);
  EXPECT_FALSE(has(warnings, "secret"));
  EXPECT_TRUE(has(warnings, "the first place is shared"));
  EXPECT_TRUE(has(warnings, "chosen by measuring"));
}

}  // namespace
}  // namespace sfumato::report
