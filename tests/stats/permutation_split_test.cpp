// The split of a masking by hand, its defining properties on random tables, ties and missing values.
#include "stats/ranks/permutation_split.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/ranks/reverse_mapping.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::numbers_table;

// x = 10, 30, 20 and y = 9, −4, 0 have ranks 1, 3, 2 and 3, 1, 2, so z = 30, 10, 20. z − x = 20, −20, 0 and
// y − z = −21, −14, −20; y − x = −1, −34, −20. Variances by hand: 400, 14.333…, 277; covariances with y − x:
// 330 and −53 (cov(z − x, y − z) = −70).
TEST(PermutationSplit, ByHand) {
  const auto split =
      stats::column_permutation(numbers_table({{"a", {10, 30, 20}}}), numbers_table({{"a", {9, -4, 0}}}), 0);
  EXPECT_EQ(split.original_ranks, (Numbers{1, 3, 2}));
  EXPECT_EQ(split.masked_ranks, (Numbers{3, 1, 2}));
  EXPECT_EQ(split.source, (std::vector<std::int64_t>{1, 0, 2}));
  EXPECT_EQ(split.residuals, (Numbers{-21, -14, -20}));
  EXPECT_EQ(split.records, 3U);
  EXPECT_EQ(split.moved, 2U);
  EXPECT_NEAR(split.variance.permutation, 400.0, 1e-12);
  EXPECT_NEAR(split.variance.residual, 43.0 / 3.0, 1e-12);
  EXPECT_NEAR(split.variance.total, 823.0 / 3.0, 1e-12);
  EXPECT_NEAR(split.variance.permutation_share, 330.0 / (823.0 / 3.0), 1e-12);
  EXPECT_NEAR(split.variance.permutation_share + split.variance.residual_share, 1.0, 1e-12);
}

TEST(PermutationSplit, SwappingIsPermutationAlone) {
  const Table original = testing::incomes(400);
  const Table masked = testing::mask(original, "rank-swapping", {{"window", 10}}).tables[0];
  const auto split = stats::column_permutation(original, masked, 0);
  EXPECT_NEAR(split.variance.permutation_share, 1.0, 1e-12);
  EXPECT_NEAR(split.variance.residual, 0.0, 1e-12);
  EXPECT_GT(split.moved, 300U);
}

TEST(PermutationSplit, AMonotoneChangeIsResidualAlone) {
  const auto split = stats::column_permutation(numbers_table({{"a", {1, 2, 3, 4}}}),
                                               numbers_table({{"a", {1, 4, 9, 16}}}), 0);
  EXPECT_EQ(split.moved, 0U);
  EXPECT_NEAR(split.variance.residual_share, 1.0, 1e-12);
  EXPECT_EQ(split.variance.permutation, 0.0);
}

// The matrix has a single one in each row and column, and applied to the original it gives the reverse
// mapping.
TEST(PermutationSplit, IsAPermutationThatGivesTheReverseMapping) {
  const Table original = testing::incomes(300);
  const Table masked = testing::mask(original, "additive-noise", {{"amount", 0.5}}).tables[0];
  const Table mapped = stats::reverse_mapped(original, masked, testing::all_columns(original));
  for (const ColumnId id : testing::all_columns(original)) {
    const auto split = stats::column_permutation(original, masked, id);
    const Numbers x = original.column(id).to_numbers(), z = mapped.column(id).to_numbers(),
                  y = masked.column(id).to_numbers();
    std::vector<int> hits(x.size(), 0);
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_GE(split.source[i], 0);
      ++hits[static_cast<std::size_t>(split.source[i])];
      EXPECT_EQ(x[static_cast<std::size_t>(split.source[i])], z[i]);
      EXPECT_EQ(split.residuals[i], y[i] - z[i]);
    }
    EXPECT_EQ(hits, std::vector<int>(x.size(), 1));
    EXPECT_NEAR(split.variance.permutation_share + split.variance.residual_share, 1.0, 1e-9);
  }
}

TEST(PermutationSplit, LeavesOutWhatIsMissingOnEitherSide) {
  const double missing = std::nan("");
  const auto split = stats::column_permutation(numbers_table({{"a", {1, missing, 3, 4}}}),
                                               numbers_table({{"a", {9, 5, missing, 2}}}), 0);
  EXPECT_EQ(split.source, (std::vector<std::int64_t>{3, -1, -1, 0}));
  EXPECT_EQ(split.records, 2U);
  EXPECT_TRUE(std::isnan(split.residuals[1]));
  EXPECT_TRUE(std::isnan(split.original_ranks[2]));
}

TEST(PermutationSplit, HasNoSharesWithoutAChange) {
  const Table table = numbers_table({{"a", {5, 5, 7}}});
  const auto split = stats::column_permutation(table, table, 0);
  EXPECT_EQ(split.variance.total, 0.0);
  EXPECT_TRUE(std::isnan(split.variance.residual_share));
  const auto one = stats::column_permutation(numbers_table({{"a", {5}}}), numbers_table({{"a", {6}}}), 0);
  EXPECT_TRUE(std::isnan(one.variance.total));
  const auto none = stats::column_permutation(numbers_table({{"a", {}}}), numbers_table({{"a", {}}}), 0);
  EXPECT_EQ(none.records, 0U);
}

}  // namespace
}  // namespace sfumato
