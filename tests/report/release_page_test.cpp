// What is told of a release and of its records' risks.
#include "report/release_page.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/comparisons.hpp"

namespace sfumato::report {
namespace {

jobs::CompareResult released() {
  jobs::CompareResult outcome = testing::small_comparison();
  jobs::WinnerRelease release;
  release.files = {"a.csv", "b.csv"};
  release.release = Value::object();
  release.release.set("method", "mdav")
      .set("parameters", Value::object().set("k", 5).set("given", ""))
      .set("seed", 90210773)
      .set("guarantee", "none");
  release.details = Value::object();
  release.details.set("groups", 12).set("per_group", Value::array());
  release.scores = {{.value = 0.447, .note = "two are matched", .reading = "far away"},
                    {.value = std::nullopt, .note = "no number"}};
  outcome.parts[0].release = release;
  return outcome;
}

std::string value_of(const Block& block, const std::string& key) {
  for (const auto& [name, value] : std::get<KeyValues>(block).entries) {
    if (name == key) return value;
  }
  return "nothing";
}

TEST(Release, TellsWhatItIs) {
  const jobs::CompareResult outcome = released();
  const auto blocks = release_blocks(outcome, outcome.parts[0]);
  EXPECT_EQ(value_of(blocks[0], "files"), "a.csv, b.csv");
  EXPECT_EQ(value_of(blocks[0], "parameters"), "k = 5, given = none");
  EXPECT_EQ(value_of(blocks[0], "groups"), "12");
  EXPECT_EQ(value_of(blocks[0], "per_group"), "nothing");
  EXPECT_EQ(value_of(blocks[0], "seed"), "nothing");
  EXPECT_EQ(value_of(blocks[0], "drawn from"), "nothing");  // mdav draws nothing
  const auto& table = std::get<TableBlock>(blocks[2]);
  EXPECT_EQ(table.rows[0], (std::vector<std::string>{"rank-linkage", "risk", "0.447", "higher is safer",
                                                     "far away; two are matched"}));
  EXPECT_EQ(table.rows[1][2], "–");
  EXPECT_EQ(table.rows[1][4], "no number");
}

TEST(Release, SaysWhereItWasDrawnFrom) {
  jobs::CompareResult outcome = released();
  outcome.parts[0].comparison.winner = 1;  // rank-swapping
  EXPECT_EQ(value_of(release_blocks(outcome, outcome.parts[0])[0], "drawn from"),
            "fresh randomness of the operating system");
  outcome.parts[0].release->fresh = false;
  EXPECT_EQ(value_of(release_blocks(outcome, outcome.parts[0])[0], "drawn from"),
            "the seed of the comparison");
}

TEST(PublicRelease, HasUtilityAlone) {
  const jobs::CompareResult outcome = released();
  const auto blocks = public_release_blocks(outcome, *outcome.parts[0].release);
  EXPECT_EQ(value_of(blocks[0], "groups"), "nothing");
  ASSERT_EQ(std::get<TableBlock>(blocks[2]).rows.size(), 1U);
  EXPECT_EQ(std::get<TableBlock>(blocks[2]).rows[0][0], "emd");
}

TEST(RecordRisk, FindsTheWorstTenthAtTheUnsafeEnd) {
  jobs::CompareResult outcome = released();
  Score& score = outcome.parts[0].release->scores[0];  // higher is safer
  for (int i = 1; i <= 20; ++i) score.per_record.push_back(i);
  score.per_record.push_back(std::numeric_limits<double>::quiet_NaN());
  const auto blocks = record_risk_blocks(outcome, *outcome.parts[0].release);
  ASSERT_EQ(blocks.size(), 2U);
  const auto& rows = std::get<TableBlock>(blocks[1]).rows;
  const auto row = [&](const std::string& name) {
    for (const auto& cells : rows) {
      if (cells[0] == name) return cells[1];
    }
    return std::string("nothing");
  };
  EXPECT_EQ(row("50 % lie at or below"), "10.5");
  EXPECT_EQ(row("worst tenth (2), on average"), "1.5");
  EXPECT_EQ(row("worst value"), "1");
  EXPECT_EQ(row("records that have it"), "1");
  EXPECT_EQ(row("records without a value"), "1");
  const auto& figure = std::get<Figure>(blocks[0]);
  EXPECT_NE(figure.caption.find("at the left are the most at risk"), std::string::npos);
  const auto& chart = std::get<Histogram>(figure.chart);
  EXPECT_TRUE(chart.before.empty());
  EXPECT_EQ(chart.counted, "records");
  EXPECT_DOUBLE_EQ(chart.after[0], 0.05);
}

TEST(RecordRisk, ShowsProbabilitiesFromZeroToOne) {
  jobs::CompareResult outcome = released();
  outcome.measures = compare::measure_requests({"distance-linkage"}, {});
  outcome.parts[0].release->scores = {{.value = 25.0, .per_record = {0, 0, 0, 1}}};
  const auto blocks = record_risk_blocks(outcome, *outcome.parts[0].release);
  const auto& figure = std::get<Figure>(blocks[0]);
  EXPECT_EQ(std::get<Histogram>(figure.chart).edges.front(), 0.0);
  EXPECT_NEAR(std::get<Histogram>(figure.chart).edges.back(), 1.0, 0.05);
  EXPECT_NE(figure.caption.find("is their mean, in percent"), std::string::npos);
  EXPECT_NE(figure.caption.find("at the right are the most at risk"), std::string::npos);
  EXPECT_NE(figure.alternative.find("the worst value is 1, which 1 record has."), std::string::npos);
}

TEST(RecordRisk, IsLeftOutWhereNoMeasureHasIt) {
  const jobs::CompareResult outcome = released();
  EXPECT_TRUE(record_risk_blocks(outcome, *outcome.parts[0].release).empty());
}

}  // namespace
}  // namespace sfumato::report
