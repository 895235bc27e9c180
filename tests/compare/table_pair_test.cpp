// Pairs of tables: numbers that became categories are compared as categories, and only by measures that
// accept them.
#include "compare/table_pair.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "compare/scoring.hpp"
#include "support/tables.hpp"

namespace sfumato::compare {
namespace {

Table recoded(const Table& table) {
  Table result = table;
  ColumnInfo info = table.info(0);
  info.kind = Kind::ordinal;
  Codes codes;
  codes.labels = {"young", "old"};
  codes.codes = {0, 0, 1, 1, Codes::missing};
  result.replace(0, codes);
  result.set_info(0, info);
  return result;
}

TEST(TablePair, ComparesRecodedNumbersAsCategories) {
  const Table original =
      testing::numbers_table({{"age", {20, 5, 70, 5, std::nan("")}}, {"pay", {1, 2, 3, 4, 5}}});
  const TablePair pair = pair_of(original, recoded(original), {{0, 1}, true}, "y");
  EXPECT_EQ(pair.recoded, ColumnSet{0});
  EXPECT_EQ(pair.original.info(0).kind, Kind::numeric);
  EXPECT_EQ(pair.categories.info(0).kind, Kind::nominal);
  const Codes& codes = *pair.categories.column(0).get_if<Codes>();
  EXPECT_EQ(codes.labels, (std::vector<std::string>{"5", "20", "70"}));
  EXPECT_EQ(codes.codes, (std::vector<std::int32_t>{1, 0, 2, 0, Codes::missing}));
  EXPECT_EQ(pair.original.column(1), original.column(1));
  EXPECT_EQ(with_column(pair, 0).recoded, ColumnSet{0});
  EXPECT_TRUE(with_column(pair, 1).recoded.empty());
}

TEST(TablePair, MeasuresOfNumbersTakeLabelsAsMeans) {
  const Table original = testing::numbers_table({{"age", {20, 5, 70, 5, 6}}, {"pay", {1, 2, 3, 4, 5}}});
  const std::vector<MeasureRequest> requests = measure_requests({"sse"}, {});
  Warnings warnings;
  const sfumato::Run run({.seed = 1, .threads = 1});
  const TablePair both = pair_of(original, recoded(original), {{0, 1}, true}, "y");
  const Score score = score_all(both, requests, run, warnings).front().score;
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(score.note, "labels of 'age' count as the mean of what they cover");
  // "young" covers 20 and 5, which three records have: 10 on average; "old" covers 70 and 5: 80/3.
  const double old = 80.0 / 3.0;
  EXPECT_NEAR(score.details.at("raw").as_number(),
              100.0 + 25.0 + (70.0 - old) * (70.0 - old) + (old - 5.0) * (old - 5.0), 1e-9);
}

// The other measures keep their values.
TEST(TablePair, AColumnThatDoesNotFitLeavesOneMeasureWithoutAValue) {
  Table original = testing::numbers_table({{"age", {20, 5, 70, 5, 6}}, {"town", {1, 2, 1, 2, 1}}});
  ColumnInfo info = original.info(1);
  info.kind = Kind::nominal;
  original.set_info(1, info);
  Warnings warnings;
  const sfumato::Run run({.seed = 1, .threads = 1});
  const std::vector<MeasureRequest> requests = measure_requests({"sse", "k-anonymity"}, {});
  const TablePair pair = pair_of(original, original, {{0, 1}, true}, "y");
  std::vector<Scored> scores = score_all(pair, requests, run, warnings);
  EXPECT_FALSE(scores[0].score.value);
  EXPECT_TRUE(scores[0].score.note.starts_with("takes numeric columns, and 'town' is nominal"));
  EXPECT_EQ(scores[1].score.value, 1.0);
  Table large = original;
  large.replace(0, Numbers{20, 5, 1e200, 5, 6});
  scores = score_all(pair_of(large, large, {{0, 1}, true}, "y"), requests, run, warnings);
  EXPECT_FALSE(scores[1].score.value);
  EXPECT_TRUE(scores[1].score.note.starts_with("column 'age' has numbers beyond"));
}

TEST(TablePair, ANegativeWeightLeavesOneMeasureWithoutAValue) {
  Table original = testing::numbers_table({{"age", {20, 5, 70}}, {"weight", {1, -2, 1}}});
  ColumnInfo info = original.info(1);
  info.role = Role::weight;
  original.set_info(1, info);
  Warnings warnings;
  const sfumato::Run run({.seed = 1, .threads = 1});
  const std::vector<MeasureRequest> requests =
      measure_requests({"individual-risk", "uniqueness", "model-risk", "k-anonymity"}, {});
  const std::vector<Scored> scores =
      score_all(pair_of(original, original, {{0}, true}, "y"), requests, run, warnings);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_FALSE(scores[i].score.value);
    EXPECT_NE(scores[i].score.note.find("the weight of record 2 is missing or negative"), std::string::npos);
  }
  EXPECT_EQ(scores[3].score.value, 1.0);
}

}  // namespace
}  // namespace sfumato::compare
