// Tables to matrices of complete records.
#include "stats/linear/records.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tables.hpp"

namespace sfumato::stats {
namespace {

TEST(CompletePairs, LeaveOutRecordsWithAnythingMissingOnEitherSide) {
  const double nan = std::nan("");
  const Table original = sfumato::testing::numbers_table({{"a", {1, nan, 3, 4}}, {"b", {5, 6, 7, 8}}});
  const Table masked = sfumato::testing::numbers_table({{"a", {1, 2, 3, 4}}, {"b", {5, 6, nan, 9}}});
  const CompletePairs pairs = complete_pairs(original, masked, {0, 1});
  EXPECT_EQ(pairs.rows, (std::vector<std::size_t>{0, 3}));
  EXPECT_EQ(pairs.dropped, 2U);
  EXPECT_EQ(pairs.original(1, 0), 4.0);
  EXPECT_EQ(pairs.masked(1, 1), 9.0);
  Value details = Value::object();
  describe(pairs, details);
  EXPECT_EQ(details.at("records"), Value(2));
  EXPECT_EQ(details.at("incomplete_records"), Value(2));
}

TEST(CompletePairs, KeepEverythingWhenOnlyOtherColumnsAreMissing) {
  const Table table = sfumato::testing::numbers_table({{"a", {1, 2}}, {"b", {std::nan(""), 6}}});
  EXPECT_EQ(complete_pairs(table, table, {0}).rows.size(), 2U);
}

TEST(WithoutPartner, AreCompleteRowsWhoseOtherHalfIsNot) {
  const double nan = std::nan("");
  const Table original = sfumato::testing::numbers_table({{"a", {1, nan, 3, nan}}, {"b", {5, 6, 7, 8}}});
  const Table masked = sfumato::testing::numbers_table({{"a", {1, 2, 3, nan}}, {"b", {5, 6, nan, 9}}});
  const Matrix candidates = without_partner(masked, original, {0, 1});
  ASSERT_EQ(candidates.rows(), 1U);
  EXPECT_EQ(candidates(0, 0), 2.0);
  EXPECT_EQ(candidates(0, 1), 6.0);
  EXPECT_EQ(without_partner(original, masked, {0, 1})(0, 1), 7.0);
  EXPECT_EQ(without_partner(masked, original, {1}).rows(), 0U);
}

}  // namespace
}  // namespace sfumato::stats
