// Cells of the ranking, for the person who signs and for the public.
#include "report/comparison_ranking.hpp"

#include <gtest/gtest.h>

#include "support/comparisons.hpp"

namespace sfumato::report {
namespace {

using Row = std::vector<std::string>;

template <class T>
std::vector<T> blocks_of(const std::vector<Block>& blocks) {
  std::vector<T> result;
  for (const Block& block : blocks) {
    if (const T* found = std::get_if<T>(&block)) result.push_back(*found);
  }
  return result;
}

TEST(Ranking, HasPlaceParametersToleranceAndMeasures) {
  jobs::CompareResult outcome = testing::small_comparison();
  compare::Comparison& comparison = outcome.parts[0].comparison;
  comparison.attempts[0].calibration.interval = {4, 6};
  comparison.attempts[1].measures[0].standard_error = 0.0123;
  comparison.attempts[1].overall = comparison.attempts[2].overall = 2;
  const auto tables = blocks_of<TableBlock>(ranking_blocks(outcome, outcome.parts[0]));
  ASSERT_EQ(tables.size(), 2U);  // the ranking, and what measures mean
  EXPECT_EQ(tables[0].rows[0], (Row{"1", "mdav", "k = 5 (4 to 6)", "0.45", "0.17"}));
  EXPECT_EQ(tables[0].rows[1], (Row{"2=", "rank-swapping", "window = 3", "0.45", "0.257 ± 0.012"}));
  EXPECT_EQ(tables[0].rows[2][0], "2=");
  for (auto& [name, value] : comparison.attempts[0].params) {
    if (name == "fill") value = true;
  }
  EXPECT_EQ(blocks_of<TableBlock>(ranking_blocks(outcome, outcome.parts[0]))[0].rows[0][2],
            "k = 5, fill = yes (k 4 to 6)");
  EXPECT_EQ(tables[1].rows[1][2], "lower is more useful");
}

TEST(Ranking, HasRanksByMeasureWhereSeveralRank) {
  jobs::CompareResult outcome = testing::small_comparison();
  outcome.measures = compare::measure_requests({"rank-linkage", "emd", "um"}, {});
  compare::Comparison& comparison = outcome.parts[0].comparison;
  comparison.rank_by = {1, 2};
  comparison.attempts = {testing::attempt(outcome.contenders[0], 5, 0.45, {0.17, 0.9}, {1, 1}),
                         testing::attempt(outcome.contenders[1], 3, 0.45, {0.257, 0.9}, {2, 1})};
  const TableBlock table = blocks_of<TableBlock>(ranking_blocks(outcome, outcome.parts[0]))[0];
  EXPECT_EQ(table.columns.back().title, "um (rank)");
  EXPECT_EQ(table.rows[0], (Row{"1", "mdav", "k = 5", "0.45", "0.17 (1)", "0.9 (1=)"}));
}

TEST(Ranking, ListsWhoDidNotReachTheTargetAndWhy) {
  jobs::CompareResult outcome = testing::small_comparison();
  compare::Comparison& comparison = outcome.parts[0].comparison;
  comparison.attempts[2] = testing::attempt(outcome.contenders[2], 9, 0.2, {}, {});
  comparison.attempts[2].reason = "attains 0.1 to 0.2";
  const auto tables = blocks_of<TableBlock>(ranking_blocks(outcome, outcome.parts[0]));
  EXPECT_EQ(tables[0].rows.size(), 2U);
  EXPECT_EQ(tables.back().rows, (std::vector<Row>{{"additive-noise", "amount = 9", "attains 0.1 to 0.2"}}));
}

TEST(Ranking, DrawsABarForEachThatReachedTheTarget) {
  const jobs::CompareResult outcome = testing::small_comparison();
  const auto figures = blocks_of<Figure>(ranking_blocks(outcome, outcome.parts[0]));
  ASSERT_EQ(figures.size(), 1U);
  const auto& chart = std::get<BarChart>(figures[0].chart);
  ASSERT_EQ(chart.bars.size(), 3U);
  EXPECT_EQ(chart.bars[0].name, "mdav");
  EXPECT_TRUE(chart.bars[0].emphasis);
  EXPECT_FALSE(chart.bars[1].emphasis);
  EXPECT_EQ(chart.bars[2].value, 0.4);
  EXPECT_NE(figures[0].alternative.find("rank-swapping with window = 3 0.257"), std::string::npos);
}

TEST(Ranking, OfNobodySaysSo) {
  jobs::CompareResult outcome = testing::small_comparison();
  for (compare::Attempt& attempt : outcome.parts[0].comparison.attempts) attempt.reached = false;
  const auto blocks = ranking_blocks(outcome, outcome.parts[0]);
  EXPECT_EQ(blocks_of<Paragraph>(blocks)[0].text, "There is no ranking: no method reached the target.");
  EXPECT_TRUE(blocks_of<Figure>(blocks).empty());
}

TEST(PublicRanking, HasValuesOfUtilityAndRanksOfRisk) {
  jobs::CompareResult outcome = testing::small_comparison();
  compare::Comparison& comparison = outcome.parts[0].comparison;
  const TableBlock table = blocks_of<TableBlock>(public_ranking_blocks(outcome, outcome.parts[0]))[0];
  EXPECT_EQ(table.rows[0], (Row{"1", "mdav", "0.17"}));
  comparison.target = compare::Target{1, 0.2, false};
  comparison.rank_by = {0};
  const TableBlock by_risk = blocks_of<TableBlock>(public_ranking_blocks(outcome, outcome.parts[0]))[0];
  EXPECT_EQ(by_risk.rows[1], (Row{"2", "rank-swapping", "2"}));
}

}  // namespace
}  // namespace sfumato::report
