#include "masking/leaf_smoothing.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tables.hpp"

namespace sfumato::masking {
namespace {

// 1 … 5: s = √2.5 = 1.5811, IQR/1.34 = 2/1.34 = 1.4925, 5^(−1/5) = 0.72478: h = 0.9·1.4925·0.72478 = 0.97359.
TEST(LeafSmoothing, HasSilvermansBandwidth) {
  const LeafKernel kernel = leaf_kernel({5, 1, 3, 2, 4});
  EXPECT_NEAR(kernel.bandwidth, 0.97359, 1e-4);
  EXPECT_EQ(kernel.lower, 1.0);
  EXPECT_EQ(kernel.upper, 5.0);
  // Quartiles are both 0: the deviation alone counts, s = √5 = 2.2361.
  EXPECT_NEAR(leaf_kernel({0, 0, 0, 0, 5}).bandwidth, 0.9 * 2.2361 * 0.72478, 1e-4);
  EXPECT_EQ(leaf_kernel({7}).bandwidth, 0.0);
  EXPECT_EQ(leaf_kernel({}).bandwidth, 0.0);
}

TEST(LeafSmoothing, StaysInsideTheLeaf) {
  const LeafKernel kernel = leaf_kernel({1, 2, 3, 4, 50});
  Rng rng({1, 1});
  double moved = 0.0;
  for (int i = 0; i < 2000; ++i) {
    const double value = smoothed(1.0, kernel, rng);
    EXPECT_GE(value, 1.0);
    EXPECT_LE(value, 50.0);
    moved += value != 1.0 ? 1 : 0;
  }
  EXPECT_EQ(moved, 2000);  // reflected, not cut off
}

// Reflected at both ends, however wide the noise is; ends themselves are not hit.
TEST(LeafSmoothing, ReflectsAsOftenAsNeeded) {
  Rng rng({2, 1});
  const LeafKernel wide{1000.0, 3.0, 4.0};
  for (int i = 0; i < 2000; ++i) {
    const double value = smoothed(3.0, wide, rng);
    EXPECT_GT(value, 3.0);
    EXPECT_LT(value, 4.0);
  }
  EXPECT_EQ(smoothed(7.0, {0.0, 7.0, 7.0}, rng), 7.0);
}

TEST(LeafSmoothing, FindsDecimals) {
  const Table table = testing::numbers_table(
      {{"whole", {3, 1e15, std::nan("")}}, {"cents", {0.25, 19.99, 3}}, {"real", {0.1234567, 1, 2}}});
  EXPECT_EQ(written_decimals(table, 0), 0);
  EXPECT_EQ(written_decimals(table, 1), 2);
  EXPECT_EQ(written_decimals(table, 2), std::nullopt);
  EXPECT_EQ(rounded_to(2.0051, 2), 2.01);
  EXPECT_EQ(rounded_to(2.0051, std::nullopt), 2.0051);
  EXPECT_EQ(rounded_to(1e300, 2), 1e300);
}

TEST(LeafSmoothing, KeepsTheTypeOfAColumn) {
  const std::vector<std::size_t> rows = {1, 0, 1};
  const Numbers numbers = {std::nan(""), 4.0, 9.0};
  EXPECT_EQ(smoothed_column(Column(Integers{{7, 8}, {}}), rows, numbers), Column(Integers{{8, 4, 9}, {}}));
  EXPECT_EQ(smoothed_column(Column(Dates{{70, 80}}), rows, numbers), Column(Dates{{80, 4, 9}}));
  EXPECT_EQ(smoothed_column(Column(Numbers{0.5, 1.5}), rows, numbers), Column(Numbers{1.5, 4, 9}));
  const Codes codes{{0, 1}, {"a", "b"}};
  EXPECT_EQ(smoothed_column(Column(codes), rows, numbers), Column(Codes{{1, 0, 1}, {"a", "b"}}));
}

}  // namespace
}  // namespace sfumato::masking
