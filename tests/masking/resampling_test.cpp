// Resampling: its order statistics, the ranks it keeps, and what it may not touch.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "stats/ranks/ranks.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::mask;
using testing::numbers_table;

TEST(Resampling, KeepsRanksAndRange) {
  for (const int samples : {1, 3, 50}) {
    const Table original = testing::incomes(2000);
    const Table masked = mask(original, "resampling", {{"samples", samples}}).tables[0];
    EXPECT_FALSE(masked.same_data(original));
    for (ColumnId id = 0; id < original.column_count(); ++id) {
      const Numbers before = original.column(id).to_numbers(), after = masked.column(id).to_numbers();
      double last = -1.0;
      for (const std::uint32_t row : stats::ascending_order(before)) {
        EXPECT_GE(after[row], last);
        last = after[row];
      }
      const auto [least, most] = std::minmax_element(before.begin(), before.end());
      EXPECT_GE(*std::min_element(after.begin(), after.end()), *least);
      EXPECT_LE(*std::max_element(after.begin(), after.end()), *most);
    }
  }
}

TEST(Resampling, ASingleSampleIsDrawnFromTheColumn) {
  const Table original = numbers_table({{"x", {5, 1, 9, 4}}});
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    for (const double value :
         mask(original, "resampling", {{"samples", 1}}, seed).tables[0].column(0).to_numbers())
      EXPECT_TRUE(value == 1 || value == 4 || value == 5 || value == 9) << value;
  }
}

// Of two draws from {0, 1} the smaller is 1 with probability ¼ and the larger with ¾, so the mean of t
// such has these expectations and the variance 3/(16·t).
TEST(Resampling, OrderStatisticsOfTwoByHand) {
  const Table original = numbers_table({{"x", {1, 0}}});
  constexpr int draws = 20000;
  for (const int samples : {1, 3}) {
    double smaller = 0.0, larger = 0.0, squares = 0.0;
    for (std::uint64_t seed = 0; seed < draws; ++seed) {
      const Numbers x =
          mask(original, "resampling", {{"samples", samples}}, seed).tables[0].column(0).to_numbers();
      smaller += x[1] / draws;
      larger += x[0] / draws;
      squares += (x[1] - 0.25) * (x[1] - 0.25) / draws;
    }
    const double variance = 3.0 / 16.0 / samples, tolerance = 5.0 * std::sqrt(variance / draws);
    EXPECT_NEAR(smaller, 0.25, tolerance);
    EXPECT_NEAR(larger, 0.75, tolerance);
    EXPECT_NEAR(squares / variance, 1.0, 0.1);
  }
}

TEST(Resampling, EqualOriginalsAreRankedInFileOrder) {
  // Ranks 0 and 1 are rows 1 and 3, both 0: whatever is drawn, row 1 gets the smaller value.
  const Table original = numbers_table({{"x", {7, 0, 8, 0, 9}}});
  bool differed = false;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Numbers x = mask(original, "resampling", {}, seed).tables[0].column(0).to_numbers();
    EXPECT_LE(x[1], x[3]);
    differed = differed || x[1] < x[3];
  }
  EXPECT_TRUE(differed);
}

TEST(Resampling, ConstantColumnsAndMissingValuesStay) {
  const double nan = std::nan("");
  const Table constant = numbers_table({{"x", std::vector<double>(50, 0.1)}});
  EXPECT_TRUE(mask(constant, "resampling", {{"samples", 7}}).tables[0].same_data(constant));
  const Table original = numbers_table({{"x", {nan, 3, nan, 4}}, {"y", {nan, nan, nan, nan}}});
  const Table masked = mask(original, "resampling").tables[0];
  const Numbers x = masked.column(0).to_numbers();
  EXPECT_TRUE(std::isnan(x[0]) && std::isnan(x[2]));
  EXPECT_LE(3.0, x[1]);
  EXPECT_LE(x[1], x[3]);
  EXPECT_LE(x[3], 4.0);
  EXPECT_EQ(masked.column(1).missing_count(), 4U);
}

}  // namespace
}  // namespace sfumato
