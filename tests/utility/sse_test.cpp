// Sums of squared errors by hand, and the same share that mdav reports.
#include <gtest/gtest.h>

#include <cmath>

#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;

TEST(Sse, ByHand) {
  const double nan = std::nan("");
  // The last record is left out; a has variance 1, b variance 4, c does not vary.
  const Table original = numbers_table({{"a", {1, 2, 3, 9}}, {"b", {2, 0, 4, 9}}, {"c", {1, 1, 1, nan}}});
  const Table masked = numbers_table({{"a", {1, 2, 6, 9}}, {"b", {3, 0, 3, 9}}, {"c", {1, 1, 2, 0}}});
  const Score score = measure(original, masked, "sse");
  EXPECT_DOUBLE_EQ(score.details.at("raw").as_number(), 9.0 + 2.0 + 1.0);
  EXPECT_DOUBLE_EQ(score.details.at("std").as_number(), 9.0 + 0.5);
  EXPECT_DOUBLE_EQ(score.value.value(), 100.0 * 9.5 / 4.0);
  EXPECT_EQ(score.details.at("incomplete_records").as_integer(), 1);
}

TEST(Sse, AgreesWithWhatMdavSays) {
  const Table original = testing::incomes(200);
  const Masked masked = testing::mask(original, "mdav", {{"k", 4}});
  EXPECT_NEAR(measure(original, masked.tables[0], "sse").value.value(),
              masked.details.at("sse_percent").as_number(), 1e-9);
}

TEST(Sse, ConstantColumnsHaveNoShare) {
  const Table original = numbers_table({{"a", {1, 1}}});
  const Score score = measure(original, numbers_table({{"a", {1, 2}}}), "sse");
  EXPECT_FALSE(score.value);
  EXPECT_EQ(score.details.at("raw").as_number(), 1.0);
}

}  // namespace
}  // namespace sfumato
