// Pairs of tables: numbers that became categories are compared as categories, and only by measures that
// accept them.
#include "compare/table_pair.hpp"

#include <gtest/gtest.h>

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
  EXPECT_EQ(pair.original.info(0).kind, Kind::nominal);
  const Codes& codes = *pair.original.column(0).get_if<Codes>();
  EXPECT_EQ(codes.labels, (std::vector<std::string>{"5", "20", "70"}));
  EXPECT_EQ(codes.codes, (std::vector<std::int32_t>{1, 0, 2, 0, Codes::missing}));
  EXPECT_EQ(pair.original.column(1), original.column(1));
  EXPECT_EQ(with_column(pair, 0).recoded, ColumnSet{0});
  EXPECT_TRUE(with_column(pair, 1).recoded.empty());
}

TEST(TablePair, MeasuresOfNumbersLeaveRecodedOnesOut) {
  const Table original = testing::numbers_table({{"age", {20, 5, 70, 5, 6}}, {"pay", {1, 2, 3, 4, 5}}});
  const std::vector<MeasureRequest> requests = measure_requests({"sse"}, {});
  std::vector<std::string> warnings;
  const sfumato::Run run({.seed = 1, .threads = 1});
  const TablePair both = pair_of(original, recoded(original), {{0, 1}, true}, "y");
  EXPECT_EQ(score_all(both, requests, run, warnings).front().score.value, 0.0);  // pay is as it was
  EXPECT_EQ(warnings, std::vector<std::string>{"sse takes numeric columns and leaves out 'age'"});
  const TablePair alone = pair_of(original, recoded(original), {{0}, true}, "y");
  const Score score = score_all(alone, requests, run, warnings).front().score;
  EXPECT_FALSE(score.value.has_value());
  EXPECT_EQ(score.note, "takes numeric columns, and none is compared");
}

}  // namespace
}  // namespace sfumato::compare
