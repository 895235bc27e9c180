// The distance of one record by hand, what bounds it, ties and missing values.
#include "stats/ranks/record_permutation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/ranks/ranks.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::numbers_table;

// Closest to 21 in a is 20 (rank 2), closest to 290 in b is 300 (rank 3). Rank differences of the records, a
// and b: (1, 2), (0, 1), (1, 1), (2, 0), largest 2, 1, 1, 2: the distance is 1, of two records.
TEST(RecordPermutation, ByHand) {
  const Table released = numbers_table({{"a", {10, 20, 30, 40}}, {"b", {100, 200, 400, 300}}});
  const auto found = stats::record_permutation(released, {0, 1}, {21, 290});
  EXPECT_EQ(found.distance, 1.0);
  EXPECT_EQ(found.nearest, 2U);
  EXPECT_EQ(found.records, 4U);
  EXPECT_EQ(found.values[0].closest, 20.0);
  EXPECT_EQ(found.values[0].rank, 2.0);
  EXPECT_EQ(found.values[0].lower, 10.0);
  EXPECT_EQ(found.values[0].upper, 30.0);
  EXPECT_NEAR(found.values[0].deviation, 10.0, 1e-12);
  EXPECT_EQ(found.values[1].rank, 3.0);
  EXPECT_EQ(found.values[1].lower, 200.0);
  EXPECT_EQ(found.values[1].upper, 400.0);
}

TEST(RecordPermutation, IsZeroWhereTheRecordWasReleased) {
  const Table released = testing::incomes(200);
  std::vector<double> own;
  for (const ColumnId id : testing::all_columns(released)) own.push_back(released.column(id).to_numbers()[7]);
  EXPECT_EQ(stats::record_permutation(released, testing::all_columns(released), own).distance, 0.0);
}

// The distance is a minimum over records, so no record is nearer, the respondent's own one included.
TEST(RecordPermutation, NoReleasedRecordIsNearer) {
  const Table original = testing::incomes(300);
  const Table released = testing::mask(original, "rank-swapping", {{"window", 20}}).tables[0];
  const ColumnSet columns = testing::all_columns(original);
  double sum = 0.0;
  for (std::size_t row = 0; row < 40; ++row) {
    std::vector<double> own;
    for (const ColumnId id : columns) own.push_back(original.column(id).to_numbers()[row]);
    const auto found = stats::record_permutation(released, columns, own);
    std::size_t nearest = 0;
    for (std::size_t i = 0; i < released.rows(); ++i) {
      double largest = 0.0;
      for (const ColumnId id : columns) {
        const auto ranks = stats::average_ranks(released.column(id).to_numbers());
        largest = std::max(largest, std::fabs(ranks[i] - found.values[id].rank));
      }
      EXPECT_GE(largest, found.distance);
      nearest += largest == found.distance ? 1 : 0;
    }
    EXPECT_EQ(nearest, found.nearest);
    sum += found.distance;
  }
  EXPECT_GT(sum, 0.0);
}

TEST(RecordPermutation, TakesTheSmallerOfTwoEquallyCloseValues) {
  const Table released = numbers_table({{"a", {30, 10, 20}}});
  EXPECT_EQ(stats::record_permutation(released, {0}, {15}).values[0].closest, 10.0);
}

TEST(RecordPermutation, LeavesOutIncompleteRecords) {
  const double missing = std::nan("");
  const Table released = numbers_table({{"a", {1, 2, 3}}, {"b", {5, missing, 7}}});
  EXPECT_EQ(stats::record_permutation(released, {0, 1}, {2, 7}).records, 2U);
  const Table none = numbers_table({{"a", {missing}}});
  EXPECT_EQ(stats::record_permutation(none, {0}, {2}).records, 0U);
}

}  // namespace
}  // namespace sfumato
