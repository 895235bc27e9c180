// Words for methods, measures and ranks.
#include "report/comparison_words.hpp"

#include <gtest/gtest.h>

#include "support/comparisons.hpp"

namespace sfumato::report {
namespace {

TEST(ParametersText, HasDialsAndWhatDiffersFromTheDefault) {
  const auto contenders = testing::three_contenders();
  ParamValues params = contenders[0].at(7).params;
  EXPECT_EQ(parameters_text(*contenders[0].method, params), "k = 7");
  for (auto& [name, value] : params) {
    if (name == "fill") value = true;
  }
  EXPECT_EQ(parameters_text(*contenders[0].method, params), "k = 7, fill = yes");
  EXPECT_NE(parameters_text(*contenders[0].method, params, true).find("seeds = farthest"), std::string::npos);
}

TEST(MethodText, NamesTheMethodAndItsStrength) {
  const jobs::CompareResult outcome = testing::small_comparison();
  EXPECT_EQ(method_text(outcome.parts[0].comparison.attempts[0]), "mdav with k = 5");
  EXPECT_EQ(method_text(outcome.parts[0].comparison.attempts[2]), "additive-noise with amount = 0.2");
}

TEST(EstimateText, HasAStandardErrorWhereThereIsOne) {
  EXPECT_EQ(estimate_text({.value = 0.17034}), "0.17");
  EXPECT_EQ(estimate_text({.value = 0.17034, .standard_error = 0.00412}), "0.17 ± 0.0041");
  EXPECT_EQ(estimate_text({}), "–");
}

TEST(MeasureText, TellsTheSameMeasureTwiceApart) {
  jobs::CompareResult outcome;
  outcome.measures = compare::measure_requests({"emd", "propensity"}, {});
  EXPECT_EQ(measure_text(outcome, 1), "propensity");
  outcome.measures.push_back(compare::measure_requests({"propensity"}, {"propensity.model=cart"}).front());
  EXPECT_EQ(measure_text(outcome, 1), "propensity");  // no ranking uses the other one
  EXPECT_EQ(measure_text(outcome, 2), "propensity (model = cart)");
  outcome.parts.emplace_back().comparison.rank_by = {1, 2};
  EXPECT_EQ(measure_text(outcome, 1), "propensity (model = logistic)");
  EXPECT_EQ(measure_text(outcome, 0), "emd");
}

TEST(TargetText, WritesWhatTheUserGaveInFull) {
  jobs::CompareResult outcome = testing::small_comparison();
  outcome.parts[0].comparison.target->value = 0.45678;
  EXPECT_EQ(target_text(outcome, outcome.parts[0]), "rank-linkage 0.45678");
  outcome.parts[0].comparison.target->proposed = true;
  EXPECT_EQ(target_text(outcome, outcome.parts[0]), "rank-linkage 0.457");
  EXPECT_EQ(part_suffix(outcome, outcome.parts[0]), "");
  outcome.parts.push_back(outcome.parts[0]);
  EXPECT_EQ(part_suffix(outcome, outcome.parts[0]), " at rank-linkage 0.457");
}

TEST(DirectionText, SaysWhatIsGood) {
  const jobs::CompareResult outcome = testing::small_comparison();
  EXPECT_EQ(direction_text(measure_info(outcome, 0)), "higher is safer");
  EXPECT_EQ(direction_text(measure_info(outcome, 1)), "lower is more useful");
  EXPECT_EQ(same_side_text(measure_info(outcome, 0)), "the same risk");
  EXPECT_EQ(same_side_text(measure_info(outcome, 1)), "the same utility");
}

TEST(RankText, MarksSharedRanks) {
  EXPECT_EQ(rank_text(2, {1, 2, 2}), "2=");
  EXPECT_EQ(rank_text(1, {1, 2, 2}), "1");
  EXPECT_EQ(rank_text(std::nullopt, {1, std::nullopt}), "–");
}

TEST(Contestants, AreSettingsWhereAMethodTakesPartTwice) {
  jobs::CompareResult outcome = testing::small_comparison();
  compare::Comparison& comparison = outcome.parts[0].comparison;
  EXPECT_EQ(contestants(comparison), "methods");
  comparison.attempts.push_back(comparison.attempts[0]);
  EXPECT_EQ(contestants(comparison), "settings");
}

}  // namespace
}  // namespace sfumato::report
