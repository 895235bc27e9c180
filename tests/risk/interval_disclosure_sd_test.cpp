// Interval disclosure by standard deviations, by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;

TEST(IntervalDisclosureSd, ByHand) {
  // The original has mean 0 and sd 200, so that p % of it is an interval of 2p: |x − x′| ≤ p.
  const double far = 200.0 * std::sqrt(1.5);
  const Table original = numbers_table({{"a", {-far, 0, 0, far}}});
  const Table masked = numbers_table({{"a", {-far, 0.75, -9.5, far + 11}}});
  const Score score = measure(original, masked, "interval-disclosure-sd");
  EXPECT_NEAR(score.value.value(), 100.0 * (10.0 + 10.0 + 1.0) / 40.0, 1e-12);
  EXPECT_NEAR(score.details.at("per_p").at("9").as_number(), 50.0, 1e-12);
  EXPECT_NEAR(score.details.at("per_p").at("10").as_number(), 75.0, 1e-12);
  EXPECT_NEAR(score.per_record[2], 10.0, 1e-12);
  EXPECT_EQ(score.per_record[3], 0.0);
}

TEST(IntervalDisclosureSd, InAConstantColumnOnlyUnchangedValuesAreDisclosed) {
  const Table original = numbers_table({{"a", {5, 5, 5, 5}}});
  const Table masked = numbers_table({{"a", {5, 5, 5, 6}}});
  EXPECT_EQ(measure(original, masked, "interval-disclosure-sd").value, 75.0);
}

}  // namespace
}  // namespace sfumato
