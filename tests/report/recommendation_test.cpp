// Recommendations read word for word.
#include "report/recommendation.hpp"

#include <gtest/gtest.h>

#include "report/comparison_words.hpp"
#include "support/comparisons.hpp"

namespace sfumato::report {
namespace {

using Paragraphs = std::vector<std::string>;

jobs::WinnerRelease small_release() {
  jobs::WinnerRelease release;
  release.scores = {{.value = 0.4471, .reading = "records are far away"}, {.value = 0.1712}};
  return release;
}

TEST(Recommendation, NamesTheWinnerAndByHowMuch) {
  jobs::CompareResult outcome = testing::small_comparison();
  outcome.parts[0].release = small_release();
  EXPECT_EQ(recommendation(outcome, outcome.parts[0]),
            (Paragraphs{
                "At the same risk (rank-linkage 0.45), mdav with k = 5 keeps the data most useful: emd 0.17 "
                "against 0.257 for the next, rank-swapping with window = 3. Of emd, lower is more useful.",
                "All 3 methods that took part were brought to the same risk, within 1 %.",
                "The release itself has rank-linkage 0.447 and emd 0.171. In words: records are far away."}));
}

TEST(Recommendation, SaysTiesPlainly) {
  jobs::CompareResult outcome = testing::small_comparison();
  compare::Comparison& comparison = outcome.parts[0].comparison;
  comparison.attempts[1].overall = 1;
  const std::string text = recommendation(outcome, outcome.parts[0]).front();
  EXPECT_EQ(
      text,
      "At the same risk (rank-linkage 0.45), mdav with k = 5 and rank-swapping with window = 3 share the "
      "first "
      "place: what separates them is smaller than what is allowed for tolerance and chance. mdav with k = 5 "
      "was taken, since it comes first by its values alone: emd 0.17. Of emd, lower is more useful.");
}

TEST(Recommendation, TheResultNamesAllThatShareTheFirstPlace) {
  jobs::CompareResult outcome = testing::small_comparison();
  compare::Comparison& comparison = outcome.parts[0].comparison;
  EXPECT_EQ(best_methods(comparison), std::vector<std::string>{"mdav"});
  comparison.attempts[1].overall = 1;
  EXPECT_EQ(best_methods(comparison), (std::vector<std::string>{"mdav", "rank-swapping"}));
  comparison.winner = 1;  // no draw of the first one kept all limits
  EXPECT_EQ(best_methods(comparison), (std::vector<std::string>{"rank-swapping", "mdav"}));
  comparison.attempts[1].overall = 2;
  EXPECT_EQ(best_methods(comparison), std::vector<std::string>{"mdav"});
  comparison.attempts[0].reached = false;
  EXPECT_EQ(best_methods(comparison), std::vector<std::string>{"rank-swapping"});
  comparison.winner.reset();
  EXPECT_TRUE(best_methods(comparison).empty());
}

TEST(Recommendation, SaysWhoCameNearWhereNobodyReachedTheTarget) {
  jobs::CompareResult outcome = testing::small_comparison();
  compare::Comparison& comparison = outcome.parts[0].comparison;
  comparison.attempts = {testing::attempt(outcome.contenders[0], 90, 0.3, {}, {}),
                         testing::attempt(outcome.contenders[1], 100, 0.41, {}, {}),
                         testing::attempt(outcome.contenders[2], 9, 0.2, {}, {})};
  comparison.attempts[1].calibration.lowest = 0.1;
  comparison.winner.reset();
  EXPECT_EQ(
      recommendation(outcome, outcome.parts[0]),
      (Paragraphs{"No method reached rank-linkage 0.45 within 1 %, so nothing can be recommended.",
                  "Nearest came rank-swapping with window = 100: 0.41 (it attains 0.1 to 0.41); mdav with "
                  "k = 90: 0.3; additive-noise with amount = 9: 0.2. Ask for a value within one of these "
                  "ranges, allow more tolerance, or let other methods take part."}));
  for (compare::Attempt& attempt : comparison.attempts) attempt.calibration.best.reset();
  EXPECT_EQ(recommendation(outcome, outcome.parts[0]).back(),
            "The measure has no value for any of the methods; the reasons stand under Ranking.");
}

TEST(Recommendation, CountsThoseThatDidNotReachTheTarget) {
  jobs::CompareResult outcome = testing::small_comparison();
  compare::Comparison& comparison = outcome.parts[0].comparison;
  comparison.attempts[2] = testing::attempt(outcome.contenders[2], 9, 0.2, {}, {});
  EXPECT_EQ(
      recommendation(outcome, outcome.parts[0])[1],
      "2 of the 3 methods that took part could be brought to the same risk, within 1 %; the others stand "
      "below the ranking.");
  EXPECT_EQ(recommendation(outcome, outcome.parts[0])[2], "No release was written.");
}

TEST(Recommendation, PraisesProtectionAtEqualUtility) {
  jobs::CompareResult outcome = testing::small_comparison();
  compare::Comparison& comparison = outcome.parts[0].comparison;
  comparison.target = compare::Target{1, 0.2, false};
  comparison.rank_by = {0};
  comparison.attempts = {testing::attempt(outcome.contenders[0], 5, 0.2, {0.9}, {1}),
                         testing::attempt(outcome.contenders[1], 3, 0.2, {0.8}, {2})};
  EXPECT_EQ(
      recommendation(outcome, outcome.parts[0]).front(),
      "At the same utility (emd 0.2), mdav with k = 5 protects best: rank-linkage 0.9 against 0.8 for the "
      "next, rank-swapping with window = 3. Of rank-linkage, higher is safer.");
  EXPECT_EQ(public_recommendation(outcome, outcome.parts[0]).front(),
            "Brought to the same utility, mdav protects best; the next is rank-swapping.");
}

TEST(Recommendation, AddsUpRanksOfSeveralMeasures) {
  jobs::CompareResult outcome = testing::small_comparison();
  outcome.measures = compare::measure_requests({"rank-linkage", "emd", "um"}, {});
  compare::Comparison& comparison = outcome.parts[0].comparison;
  comparison.rank_by = {1, 2};
  comparison.attempts = {testing::attempt(outcome.contenders[0], 5, 0.45, {0.17, 0.9}, {1, 1}),
                         testing::attempt(outcome.contenders[1], 3, 0.45, {0.257, 0.8}, {2, 2})};
  EXPECT_EQ(
      recommendation(outcome, outcome.parts[0]).front(),
      "At the same risk (rank-linkage 0.45), mdav with k = 5 keeps the data most useful, by the sum of its "
      "ranks: emd 0.17 against 0.257 and um 0.9 against 0.8 for the next, rank-swapping with window = 3. Of "
      "emd, lower is more useful; of um, higher is more useful.");
}

TEST(Recommendation, WarnsThatSettingsStandAtDifferentRisksWithoutATarget) {
  jobs::CompareResult outcome = testing::small_comparison();
  outcome.parts[0].comparison.target.reset();
  const Paragraphs text = recommendation(outcome, outcome.parts[0]);
  EXPECT_TRUE(text[0].starts_with("With the parameters that were given, mdav with k = 5 keeps")) << text[0];
  EXPECT_NE(text[1].find("merely because it protects less"), std::string::npos);
}

TEST(Recommendation, CallsNobodyFirstWithoutRanks) {
  jobs::CompareResult outcome = testing::small_comparison();
  compare::Comparison& comparison = outcome.parts[0].comparison;
  for (compare::Attempt& attempt : comparison.attempts) attempt.overall.reset();
  comparison.winner.reset();
  EXPECT_NE(recommendation(outcome, outcome.parts[0])[0].find("no method can be called first"),
            std::string::npos);
  EXPECT_EQ(public_recommendation(outcome, outcome.parts[0]),
            (Paragraphs{"No method could be recommended."}));
}

TEST(PublicRecommendation, LeavesOutTargetsAndParameters) {
  const jobs::CompareResult outcome = testing::small_comparison();
  EXPECT_EQ(
      public_recommendation(outcome, outcome.parts[0]),
      (Paragraphs{"Brought to the same risk, mdav keeps the data most useful: emd 0.17 against 0.257 for the "
                  "next, rank-swapping. Of emd, lower is more useful.",
                  "All 3 methods that took part were brought to the same risk."}));
}

}  // namespace
}  // namespace sfumato::report
