// The whole page on small comparisons and on real ones: what it must say, and what must stay secret.
#include "report/comparison_page.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/number_text.hpp"
#include "report/html.hpp"
#include "report/text.hpp"
#include "support/comparisons.hpp"
#include "support/markup.hpp"
#include "support/tables.hpp"

namespace sfumato::report {
namespace {

std::string everything(const Report& page) {
  return text_document(page, {.width = 100000}) + html_document(page, {});
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::vector<std::string> headings(const Report& page) {
  std::vector<std::string> result;
  for (const Block& block : page.blocks) {
    const auto* heading = std::get_if<Heading>(&block);
    if (heading != nullptr && heading->level == 2) result.push_back(heading->text);
  }
  return result;
}

jobs::CompareResult real_comparison() {
  testing::SmallComparison request{.original = testing::incomes(150)};
  request.values = {0.75};
  request.methods = {"additive-noise", "mdav", "rank-swapping", "jpeg"};
  return testing::compared(request);
}

TEST(ComparisonPage, HasItsSectionsInOrder) {
  const Report page = comparison_page(real_comparison());
  EXPECT_EQ(headings(page),
            (std::vector<std::string>{"In short", "What was asked", "The data", "Ranking", "Risk-utility map",
                                      "Calibration curves", "The release", "Before and after",
                                      "Risk by record", "How this was made", "Decision"}));
  EXPECT_TRUE(std::holds_alternative<SignatureBlock>(page.blocks.back()));
}

TEST(ComparisonPage, OfARealComparisonIsWellFormedAndAgreesWithIt) {
  const jobs::CompareResult outcome = real_comparison();
  const Report page = comparison_page(outcome);
  EXPECT_EQ(testing::markup_fault(html_document(page, {})), "");
  const std::string text = text_document(page, {.width = 100000});
  const compare::Attempt& best = outcome.parts[0].comparison.attempts[0];
  EXPECT_TRUE(has(text, best.contender->method->info.name + " with "));
  EXPECT_TRUE(has(text, "emd " + rounded(*best.measures[0].value, 3)));
  EXPECT_TRUE(has(text, "rank-linkage 0.75 (within 2 %)"));
  EXPECT_TRUE(has(text, rounded(*outcome.parts[0].release->before_after.columns[0].before.mean, 3)));
  for (const compare::Attempt& attempt : outcome.parts[0].comparison.attempts) {
    for (const auto& [name, value] : attempt.params) EXPECT_TRUE(has(text, name + " = ")) << name;
  }
  EXPECT_TRUE(std::any_of(page.warnings.begin(), page.warnings.end(),
                          [](const std::string& warning) { return has(warning, "only 150 records"); }));
}

TEST(ComparisonPage, SaysWhatWasTypedAndHowItWasMade) {
  jobs::CompareResult outcome = testing::small_comparison();
  outcome.asked = {{"--equal", "rank-linkage=0.45"}};
  outcome.seed = 90210773;
  outcome.made_on = "2026-11-15";
  const std::string text = text_document(comparison_page(outcome), {.width = 100000});
  EXPECT_TRUE(has(text, "--equal"));
  EXPECT_TRUE(has(text, "90210773"));
  EXPECT_TRUE(has(text, "2026-11-15"));
  EXPECT_TRUE(has(text, "k = 5, together = 0, seeds = farthest, hierarchy = none, centre = mean, fill = no"));
  EXPECT_EQ(comparison_subtitle(outcome).substr(0, 52),
            "1000 records, 1 column compared, on 2026-11-15, by s");
}

TEST(ComparisonPage, RepeatsSectionsForEachTarget) {
  testing::SmallComparison request{.original = testing::incomes(60)};
  request.values = {0.7, 0.9};
  request.methods = {"mdav", "insensitive-microaggregation"};
  request.tolerance = 0.1;
  const jobs::CompareResult outcome = testing::compared(request);
  const std::vector<std::string> found = headings(comparison_page(outcome));
  for (const char* heading : {"Ranking at rank-linkage 0.7", "Ranking at rank-linkage 0.9",
                              "Calibration curves at rank-linkage 0.7", "The release at rank-linkage 0.9"}) {
    EXPECT_NE(std::find(found.begin(), found.end(), heading), found.end()) << heading;
  }
  const std::vector<std::string> open = headings(public_comparison_page(outcome));
  EXPECT_NE(std::find(open.begin(), open.end(), "Ranking (release 2)"), open.end());
}

TEST(ComparisonPage, WhereNobodyReachedTheTargetHasNoRelease) {
  testing::SmallComparison request{.original = testing::incomes(60)};
  request.values = {50.0};
  request.methods = {"mdav", "additive-noise"};
  const jobs::CompareResult outcome = testing::compared(request);
  const std::string text = everything(comparison_page(outcome));
  EXPECT_TRUE(has(text, "No method reached rank-linkage 50 within 2 %"));
  EXPECT_TRUE(has(text, "There is no release, since no method is recommended."));
  EXPECT_TRUE(has(everything(public_comparison_page(outcome)), "No method could be recommended."));
}

TEST(ComparisonPage, TakesMissingValuesAndMethodsThatDoNotFit) {
  Table original = testing::incomes(80);
  const ColumnId income = original.require("income");
  Numbers values = original.column(income).to_numbers();
  values[3] = values[9] = std::nan("");
  original.replace(income, values);
  testing::SmallComparison request{.original = original};
  request.values = {0.75};
  request.tolerance = 0.1;
  request.methods = {"mdav", "additive-noise"};
  jobs::CompareResult outcome = testing::compared(request);
  const Report page = comparison_page(outcome);
  EXPECT_TRUE(std::any_of(page.warnings.begin(), page.warnings.end(), [](const std::string& warning) {
    return has(warning, "values are missing in 'income' (2)");
  }));
  EXPECT_EQ(testing::markup_fault(html_document(page, {})), "");
}

TEST(ComparisonPage, OfAnEmptyComparisonStillStands) {
  const Report page = comparison_page({});
  EXPECT_EQ(headings(page).front(), "In short");
  EXPECT_EQ(headings(public_comparison_page({})).front(), "In short");
}

// Every number and text that the public must not have is one of these.
constexpr double secret_number = 0.73519;
const std::string secret_text = "kept-secret";

void poison(profile::ColumnChange& change) {
  change.before = {.present = 73519, .missing = 73519, .mean = secret_number, .sd = secret_number};
  change.before.quantiles.assign(7, secret_number);
  change.bins = {{secret_number, 1 + secret_number, 2 + secret_number}, true, true};
  change.shares_before = change.shares_after = {secret_number, 1 - secret_number};
  change.unchanged_percent = 100 * secret_number;
}

jobs::CompareResult poisoned() {
  jobs::CompareResult outcome = testing::small_comparison();
  outcome.seed = 73519;
  outcome.asked = {{"--seed", secret_text}};
  outcome.warnings = {secret_text};
  compare::Comparison& comparison = outcome.parts[0].comparison;
  comparison.target->value = secret_number;
  comparison.tolerance = secret_number;
  comparison.notes = {secret_text};
  for (compare::Attempt& attempt : comparison.attempts) {
    compare::Calibration& calibration = attempt.calibration;
    calibration.best->estimate = {.value = secret_number, .standard_error = secret_number};
    calibration.lowest = calibration.highest = secret_number;
    calibration.interval = {secret_number, 1 + secret_number};
    calibration.curve = {{secret_number, {.value = secret_number}}};
    calibration.notes = {secret_text};
    attempt.spans = {ranking::Span{secret_number, secret_number}};
  }
  comparison.attempts[2].reached = false;
  comparison.attempts[2].reason = secret_text;
  for (auto& [name, value] : comparison.attempts[1].params) value = secret_text;
  outcome.parts[0].map_risk = 0;
  outcome.parts[0].map_utility = 1;
  outcome.parts[0].map = {{"mdav", "k", {{secret_number, {.value = secret_number}, {.value = 0.1}}}, true}};
  jobs::WinnerRelease release;
  release.files = {"masked.csv"};
  release.release = Value::object();
  release.release.set("method", "mdav").set("seed", 73519).set("guarantee", "none");
  release.details = Value::object();
  release.details.set(secret_text, secret_number);
  release.scores = {{.value = secret_number, .reading = secret_text, .per_record = {secret_number, 0.1}},
                    {.value = 0.171, .reading = "a record moves", .per_record = {secret_number}}};
  const Table table = testing::incomes(30), masked = testing::mask(table, "additive-noise").tables[0];
  release.before_after = profile::before_after(table, masked, testing::all_columns(table), Run());
  for (profile::ColumnChange& change : release.before_after.columns) poison(change);
  for (auto& row : release.before_after.correlations_before) row.assign(row.size(), secret_number);
  outcome.profile = profile::profile_table(table, Run());
  for (profile::ColumnProfile& column : outcome.profile.columns) {
    column.missing = column.distinct = 73519;
    column.minimum = column.maximum = secret_number;
    column.mean = secret_number;
    column.role_reason = secret_text;
  }
  outcome.profile.uniqueness = {{"income"}, 73519, 73519, secret_number, 73519};
  outcome.parts[0].release = release;
  return outcome;
}

TEST(PublicComparisonPage, HasNothingThatIsSecret) {
  const jobs::CompareResult outcome = poisoned();
  const std::string full = everything(comparison_page(outcome));
  ASSERT_TRUE(has(full, secret_text));
  ASSERT_TRUE(has(full, "73519"));
  ASSERT_TRUE(has(full, "0.735"));
  const Report page = public_comparison_page(outcome);
  const std::string text = everything(page);
  for (const std::string& secret : {secret_text, std::string("735"), std::string("rank-linkage")}) {
    EXPECT_FALSE(has(text, secret)) << secret << " in:\n" << text.substr(text.find(secret), 200);
    for (const std::string& warning : page.warnings) EXPECT_FALSE(has(warning, secret)) << warning;
  }
  EXPECT_TRUE(has(text, "public variant"));
  EXPECT_TRUE(has(text, "0.171"));
  EXPECT_TRUE(page.document.as_object().empty());
}

TEST(PublicComparisonPage, OfARealComparisonHasNoStatisticOfTheOriginal) {
  testing::SmallComparison request{.original = testing::incomes(200)};
  request.methods = {"additive-noise", "uniform-noise"};
  request.values = {0.7431};
  request.seed = 90210773;
  const jobs::CompareResult outcome = testing::compared(request);
  ASSERT_TRUE(outcome.parts[0].release);
  const std::string text = everything(public_comparison_page(outcome));
  EXPECT_EQ(testing::markup_fault(html_document(public_comparison_page(outcome), {})), "");
  EXPECT_FALSE(has(text, "90210773"));
  EXPECT_FALSE(has(text, "0.743"));
  std::size_t checked = 0;
  for (const profile::ColumnChange& change : outcome.parts[0].release->before_after.columns) {
    const auto statistics = [](const profile::Summary& summary) {
      std::vector<std::string> texts{rounded(*summary.mean, 3), rounded(*summary.sd, 3)};
      for (const double value : summary.quantiles) texts.push_back(rounded(value, 3));
      return texts;
    };
    const std::vector<std::string> told = statistics(change.after);
    for (const std::string& secret : statistics(change.before)) {
      // Short texts are found anywhere, and the release may have the same number by itself.
      if (secret.size() < 4 || std::find(told.begin(), told.end(), secret) != told.end()) continue;
      EXPECT_FALSE(has(text, ">" + secret + "<")) << change.name << " " << secret;
      ++checked;
    }
  }
  EXPECT_GT(checked, 20U);
}

TEST(PublicComparisonPage, NamesNoIdentifier) {
  jobs::CompareResult outcome = testing::small_comparison();
  outcome.profile.columns.resize(2);
  outcome.profile.columns[0].name = "passport";
  outcome.profile.columns[0].role = Role::identifier;
  outcome.profile.columns[1].name = "income";
  const std::string text = everything(public_comparison_page(outcome));
  EXPECT_FALSE(has(text, "passport"));
  EXPECT_TRUE(has(text, "income"));
}

}  // namespace
}  // namespace sfumato::report
