// Ranks of complete records, paired and not.
#include "stats/ranks/rank_pairs.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::numbers_table;

TEST(RankPairs, RankCompleteRecordsAmongThemselves) {
  const Table original = numbers_table({{"a", {5, 1, 9, 9}}, {"b", {1, 2, std::nan(""), 3}}});
  const Table masked = numbers_table({{"a", {2, 2, 0, 1}}, {"b", {3, 2, 1, 1}}});
  const stats::CompletePairs pairs = stats::rank_pairs(original, masked, {0, 1}, sfumato::Run({.seed = 1}));
  EXPECT_EQ(pairs.rows, (std::vector<std::size_t>{0, 1, 3}));
  EXPECT_EQ(pairs.original(0, 0), 2.0);
  EXPECT_EQ(pairs.original(2, 0), 3.0);
  EXPECT_EQ(pairs.masked(0, 0), 2.5);
  EXPECT_EQ(pairs.masked(2, 0), 1.0);
  const std::vector<double> by_row = stats::at_rows({7, 8, 9}, pairs.rows, original.rows());
  EXPECT_EQ(by_row[3], 9.0);
  EXPECT_TRUE(std::isnan(by_row[2]));
}

TEST(RankPairs, UnpairedSidesAreBroughtToEqualLength) {
  const auto records = stats::unpaired_rank_values(testing::incomes(50), testing::incomes(30), {0, 1},
                                                   sfumato::Run({.seed = 1}));
  EXPECT_EQ(records.original.rows(), 30U);
  EXPECT_EQ(records.masked.rows(), 30U);
}

}  // namespace
}  // namespace sfumato
