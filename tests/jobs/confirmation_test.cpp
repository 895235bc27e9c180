// Comparisons on a sample, judged on all records.
#include "jobs/confirmation.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.hpp"
#include "io/json.hpp"
#include "jobs/stronger_setting.hpp"

namespace sfumato::jobs {
namespace {

// Additive noise won with amount = 0.2.
Value sampled_comparison(const std::string& goal) {
  return io::parse_json(R"({"columns": ["income"], "winner": "additive-noise", )" + goal + R"(, "methods": [
      {"method": "mdav", "reached": false, "parameters": {}},
      {"method": "additive-noise", "reached": true, "parameters": {"amount": 0.2, "keep-moments": false},
       "dial": "amount", "risks": {"rank-linkage": {"value": 1}}, "measures": {"sse": 3, "emd": 0.1},
       "curve": [{"parameter": 0.1, "value": 9}, {"parameter": 0.2, "value": 5}, {"parameter": 0.4, "value": 3},
                 {"parameter": 0.8, "value": 1}]}],
      "warnings": ["seen", "the release was made with seed: …"], "warning_grades": ["mind", "stop"]})",
                        "a test");
}

const std::string at_most =
    R"("equal": null, "at_most": [{"measure": "distance-linkage", "limit": 5, "safe": "at most"}])";
const std::string equal = R"("equal": {"measure": "distance-linkage", "target": 5, "tolerance": 0.1})";

Value measured(const std::string& measure, double value, double error) {
  Value sampled = Value::object(), details = Value::object(), score = Value::object(),
        scores = Value::object(), document = Value::object();
  details.set("sampled", sampled.set("standard_error", error));
  return document.set("measures", scores.set(measure, score.set("value", value).set("details", details)));
}

ConfirmationRequest confirmation_request(const std::string& goal, double value, double error = 0.0) {
  ConfirmationRequest request;
  request.comparison = sampled_comparison(goal);
  request.records = 1000;
  request.sampled = 100;
  request.measured = {measured("distance-linkage", value, error)};
  request.not_measured = {{"emd", "needs all records in one place"}};
  return request;
}

TEST(Confirmation, ALimitHoldsOrDoesNotByAllRecords) {
  EXPECT_TRUE(confirmed_comparison(confirmation_request(at_most, 5.0)).reached);
  EXPECT_FALSE(confirmed_comparison(confirmation_request(at_most, 5.01)).reached);
  // Two standard errors of a value that was estimated from some of the records.
  EXPECT_FALSE(confirmed_comparison(confirmation_request(at_most, 4.9, 0.1)).reached);
  EXPECT_TRUE(confirmed_comparison(confirmation_request(at_most, 4.7, 0.1)).reached);
}

TEST(Confirmation, ATargetMayBeMissedOnItsSafeSide) {
  EXPECT_TRUE(confirmed_comparison(confirmation_request(equal, 5.5)).reached);
  EXPECT_FALSE(confirmed_comparison(confirmation_request(equal, 5.6)).reached);
  const Confirmation safer = confirmed_comparison(confirmation_request(equal, 1.0));
  EXPECT_TRUE(safer.reached);
  EXPECT_NE(safer.warnings.texts().front().find("not measured"), std::string::npos);
  EXPECT_NE(safer.warnings.texts()[1].find("weaker setting"), std::string::npos);
}

TEST(Confirmation, WhatHasNoValueIsNotSafe) {
  ConfirmationRequest request = confirmation_request(at_most, 1.0);
  request.measured.clear();
  request.not_measured.push_back({"distance-linkage", "takes numbers"});
  const Confirmation found = confirmed_comparison(request);
  EXPECT_FALSE(found.reached);
  EXPECT_TRUE(found.next.is_null());
  EXPECT_EQ(found.warnings.front().grade, WarningGrade::stop);
  EXPECT_NE(found.reason.find("takes numbers"), std::string::npos);
}

TEST(Confirmation, AStrongerSettingIsTriedThreeTimesAtMost) {
  ConfirmationRequest request = confirmation_request(at_most, 6.0);
  const Confirmation found = confirmed_comparison(request);
  ASSERT_TRUE(found.next.is_object());
  // The curve, moved by 1, reaches the limit half way from 0.2 to 0.4.
  EXPECT_GT(found.next.at("amount").as_number(), 0.25);
  EXPECT_LT(found.next.at("amount").as_number(), 0.4);
  EXPECT_EQ(found.next.at("keep-moments"), Value(false));
  request.parameters = found.next;
  request.strengthened = most_strengthened;
  const Confirmation last = confirmed_comparison(request);
  EXPECT_TRUE(last.next.is_null());
  EXPECT_FALSE(last.reached);
  EXPECT_NE(last.reason.find("3 stronger settings were tried"), std::string::npos);
  EXPECT_EQ(last.warnings.worst_first().front().grade, WarningGrade::stop);
}

TEST(Confirmation, SaysThatItIsApproximate) {
  const Confirmation found = confirmed_comparison(confirmation_request(at_most, 1.0));
  EXPECT_EQ(found.summary, "approximate: calibrated on a sample of 100 of 1000 records, confirmed on all");
  const std::vector<std::string> texts = found.warnings.texts();
  EXPECT_NE(std::find(texts.begin(), texts.end(), found.summary), texts.end());
  EXPECT_EQ(texts.back(), "on the sample: seen");
  ConfirmationRequest whole = confirmation_request(at_most, 9.0);
  whole.sampled = whole.records;
  EXPECT_EQ(confirmed_comparison(whole).summary, "calibrated on all 1000 records, not confirmed on all");
}

// The release of all records has its own warning of a seed.
TEST(Confirmation, ASeedOfTheSampleIsNotThatOfTheRelease) {
  const std::vector<std::string> texts =
      confirmed_comparison(confirmation_request(at_most, 5.0)).warnings.texts();
  EXPECT_NE(std::find(texts.begin(), texts.end(), "on the sample: seen"), texts.end());
  for (const std::string& text : texts) EXPECT_EQ(text.find("was made with"), std::string::npos) << text;
}

TEST(Confirmation, SeveralTargetsAreAnError) {
  ConfirmationRequest request;
  request.comparison = io::parse_json(R"({"comparisons": []})", "a test");
  EXPECT_THROW(confirmed_comparison(request), Error);
}

TEST(StrongerSetting, StepsBecomeLongerAndEndAtTheStrongEnd) {
  const compare::DialRange dial{.parameter = "k", .integer = true, .lower = 2, .upper = 100, .smallest = 2};
  const Exceeded found{3, 9.0, {0, 5.0, Better::lower}, {}};
  const auto first = stronger_setting(dial, found, 0), later = stronger_setting(dial, found, 2);
  ASSERT_TRUE(first && later);
  EXPECT_GT(*first, 3);
  EXPECT_GT(*later, *first);
  EXPECT_FALSE(stronger_setting(dial, {100, 9.0, {0, 5.0, Better::lower}, {}}, 0));
  const compare::DialRange less{
      .parameter = "epsilon", .more_is_safer = false, .lower = 0.1, .upper = 10, .smallest = 0.1};
  EXPECT_LT(*stronger_setting(less, {5.0, 9.0, {0, 5.0, Better::lower}, {}}, 0), 5.0);
  EXPECT_FALSE(stronger_setting(less, {0.1, 9.0, {0, 5.0, Better::lower}, {}}, 0));
}

}  // namespace
}  // namespace sfumato::jobs
