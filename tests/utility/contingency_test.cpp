// Distances of contingency tables by hand, at their ends, and against tables counted in a plain map.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/rng.hpp"
#include "support/categories.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::texts_table;

double value(const Table& original, const Table& masked, const ParamValues& params = {}) {
  return measure(original, masked, "contingency", params).value.value();
}

TEST(Contingency, ByHand) {
  const Table original = texts_table({{"x", {"a", "a", "b", "b"}}, {"y", {"c", "d", "c", "d"}}});
  const Table masked = texts_table({{"x", {"a", "a", "a", "b"}}, {"y", {"c", "d", "c", "d"}}});
  // x: (½, ½) and (¾, ¼), ½·(¼ + ¼) = ¼; y: 0. Together: a c, a d, b c, b d are ¼ each and ½, ¼, 0, ¼.
  EXPECT_DOUBLE_EQ(value(original, masked, {{"order", 1}}), 100.0 * 0.25 / 2.0);
  EXPECT_DOUBLE_EQ(value(original, masked), 25.0);
  const double gap = std::sqrt(0.5) - 0.5;
  EXPECT_DOUBLE_EQ(value(original, masked, {{"distance", "hellinger"}}),
                   100.0 * std::sqrt((gap * gap + 0.25) / 2.0));
  // m is 3/8, 1/4, 1/8, 1/4.
  const double js =
      0.5 * (0.25 * std::log2(2.0 / 3.0) + 0.25 * std::log2(2.0)) + 0.5 * 0.5 * std::log2(4.0 / 3.0);
  EXPECT_NEAR(value(original, masked, {{"distance", "jensen-shannon"}}), 100.0 * std::sqrt(js), 1e-12);
}

TEST(Contingency, SameFilesAreAtZeroAndFilesWithoutCommonCategoriesAtHundred) {
  const Table original = texts_table({{"x", {"a", "b", "b"}}, {"y", {"c", "", "d"}}});
  const Table other = texts_table({{"x", {"p", "q", "q"}}, {"y", {"r", "s", "t"}}});
  for (const char* distance : {"total-variation", "hellinger", "jensen-shannon"}) {
    EXPECT_EQ(value(original, original, {{"distance", distance}}), 0.0) << distance;
    EXPECT_NEAR(value(original, other, {{"distance", distance}}), 100.0, 1e-12) << distance;
  }
}

TEST(Contingency, AMissingCellIsACategoryOfItsOwnAndAStarIsMissing) {
  const Table original = texts_table({{"x", {"a", "a", "b", ""}}});
  const Table starred = texts_table({{"x", {"a", "*", "b", ""}}});
  const Table blank = texts_table({{"x", {"a", "", "b", "*"}}});
  EXPECT_DOUBLE_EQ(value(original, starred), 25.0);  // a: 1/2 to 1/4, missing: 1/4 to 1/2
  EXPECT_DOUBLE_EQ(value(original, blank), 25.0);
}

TEST(Contingency, FilesMayDifferInLength) {
  const Table original = texts_table({{"x", {"a", "b"}}});
  EXPECT_EQ(value(original, texts_table({{"x", {"a", "b", "a", "b"}}})), 0.0);
  EXPECT_DOUBLE_EQ(value(original, texts_table({{"x", {"a", "b", "b", "b"}}})), 25.0);
}

TEST(Contingency, ListsOrdersAndTheWorstSets) {
  const Table original =
      texts_table({{"x", {"a", "a", "b", "b"}}, {"y", {"c", "d", "c", "d"}}, {"z", {"e", "e", "e", "f"}}});
  Table masked = original;
  masked.replace(2, testing::text_column({"f", "f", "f", "f"}));
  const Value details = measure(original, masked, "contingency").details;
  ASSERT_EQ(details.at("orders").as_array().size(), 2U);
  EXPECT_DOUBLE_EQ(details.at("orders").as_array()[0].at("mean_percent").as_number(), 25.0);
  EXPECT_DOUBLE_EQ(details.at("orders").as_array()[0].at("largest_percent").as_number(), 75.0);
  EXPECT_EQ(details.at("orders").as_array()[1].at("sets"), Value(3));
  const Value& worst = details.at("worst_sets").as_array()[0];
  EXPECT_EQ(worst.at("columns"), Value::array_of({"x", "z"}));
  EXPECT_DOUBLE_EQ(worst.at("percent").as_number(), 75.0);
}

// Many categories, so that cells are found by hashing, against counts in a map.
TEST(Contingency, ManyCellsAgreeWithAPlainCount) {
  Rng rng({5, 5});
  const auto column = [&](std::uint64_t categories) {
    std::vector<std::string> texts;
    for (int i = 0; i < 300; ++i) texts.push_back("v" + std::to_string(rng.below(categories)));
    return texts;
  };
  const Table original = texts_table({{"x", column(90)}, {"y", column(80)}});
  const Table masked = texts_table({{"x", column(90)}, {"y", column(80)}});
  std::map<std::pair<std::string, std::string>, int> difference;
  for (std::size_t row = 0; row < 300; ++row) {
    ++difference[{original.column(0).text(row), original.column(1).text(row)}];
    --difference[{masked.column(0).text(row), masked.column(1).text(row)}];
  }
  int sum = 0;
  for (const auto& [cell, count] : difference) sum += std::abs(count);
  EXPECT_NEAR(value(original, masked), 100.0 * sum / 600.0, 1e-9);
}

TEST(Contingency, NumbersAreCutAtTheOriginalsDeciles) {
  std::vector<double> values, moved;
  for (int i = 0; i <= 100; ++i) {
    values.push_back(i);
    moved.push_back(i + (i == 100 ? 50 : 0));  // stays above the ninth decile
  }
  const Table original = testing::numbers_table({{"x", values}});
  EXPECT_EQ(value(original, testing::numbers_table({{"x", moved}})), 0.0);
  moved[0] = 200;  // from the first tenth, of 11, to the last, of 10
  EXPECT_DOUBLE_EQ(value(original, testing::numbers_table({{"x", moved}})), 100.0 / 101.0);
}

TEST(Contingency, SaysSoWhenThereAreTooManySets) {
  testing::NamedTexts columns;
  for (int i = 0; i < 40; ++i) columns.push_back({"c" + std::to_string(i), {"a", "b"}});
  const Table table = texts_table(columns);
  const Score score = measure(table, table, "contingency", {{"order", 6}});
  EXPECT_FALSE(score.value);
  EXPECT_NE(score.note.find("100000 sets"), std::string::npos) << score.note;
}

}  // namespace
}  // namespace sfumato
