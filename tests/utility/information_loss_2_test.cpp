// The second information loss by hand, and beside the first.
#include <gtest/gtest.h>

#include <cmath>

#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;

TEST(InformationLoss2, ByHand) {
  // The numbers of the test of information-loss: X 1.75/5, means ½/2, var 6.25/2, V 6.75/3.
  const Table original = numbers_table({{"a", {1, 2, 3}}, {"b", {2, 0, 4}}});
  const Table masked = numbers_table({{"a", {1, 2, 6}}, {"b", {3, 0, 3}}});
  const Score score = measure(original, masked, "information-loss-2");
  const double correlations = std::fabs(0.5 - 1.5 / std::sqrt(21.0));
  const double first = 35.0, second = 50.0 * (0.25 + 3.125), third = 50.0 * (2.25 + correlations);
  EXPECT_NEAR(score.details.at("IL1").as_number(), first, 1e-10);
  EXPECT_NEAR(score.details.at("IL2").as_number(), second, 1e-10);
  EXPECT_NEAR(score.details.at("IL3").as_number(), third, 1e-10);
  EXPECT_NEAR(score.value.value(), (first + second + third) / 3.0, 1e-10);
}

TEST(InformationLoss2, GivesTheSameTableAsInformationLoss) {
  const Table original = testing::incomes(200);
  const Table masked = testing::mask(original, "mdav").tables[0];
  const Score first = measure(original, masked, "information-loss");
  const Score second = measure(original, masked, "information-loss-2");
  for (const auto& [name, value] : first.details.as_object())
    EXPECT_EQ(second.details.at(name), value) << name;
}

TEST(InformationLoss2, NothingLostWhenNothingChanges) {
  const Table original = testing::incomes(100);
  EXPECT_EQ(measure(original, original, "information-loss-2").value, 0.0);
}

}  // namespace
}  // namespace sfumato
