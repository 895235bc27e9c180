// ε in millionths: exact, rounded up and rounded down.
#include "core/micro_epsilon.hpp"

#include <gtest/gtest.h>

namespace sfumato {
namespace {

TEST(MicroEpsilon, SpendingsAreRoundedUp) {
  EXPECT_EQ(micro_epsilon_up(1.0), 1000000);
  EXPECT_EQ(micro_epsilon_up(0.1), 100000);
  EXPECT_EQ(micro_epsilon_up(0.3), 300000);
  EXPECT_EQ(micro_epsilon_up(1e-6), 1);
  EXPECT_EQ(micro_epsilon_up(1.5e-6), 2);
  EXPECT_EQ(micro_epsilon_up(1e-9), 1);
  EXPECT_EQ(micro_epsilon_up(1.1), 1100000);
  EXPECT_EQ(micro_epsilon_up(1e6), 1000000000000);
}

TEST(MicroEpsilon, BudgetsAreRoundedDown) {
  EXPECT_EQ(micro_epsilon_down(0.3), 300000);
  EXPECT_EQ(micro_epsilon_down(1.1), 1100000);
  EXPECT_EQ(micro_epsilon_down(1.9e-6), 1);
}

TEST(MicroEpsilon, EveryNumberOfSixDecimalsIsExact) {
  EXPECT_EQ(exact_micro_epsilon(0.1), 100000);
  EXPECT_EQ(exact_micro_epsilon(1000), 1000000000);
  EXPECT_EQ(exact_micro_epsilon(0.000001), 1);
  EXPECT_EQ(exact_micro_epsilon(999.999999), 999999999);
  EXPECT_EQ(exact_micro_epsilon(0.0000001), std::nullopt);
  EXPECT_EQ(exact_micro_epsilon(1.0 / 3.0), std::nullopt);
}

}  // namespace
}  // namespace sfumato
