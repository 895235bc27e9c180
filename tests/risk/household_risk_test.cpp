// Risks of households, whole and in parts.
#include "risk/household_risk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace sfumato::risk {
namespace {

Value described(const HouseholdTally& tally) {
  Value details = Value::object();
  tally.describe(details);
  return details;
}

TEST(HouseholdRisk, IsOneMinusTheProductAndAlonePersonsHaveTheirOwn) {
  const stats::KeyColumn household{{0, 0, 1, stats::KeyColumn::missing}, 2};
  const std::vector<double> risks = household_risks(household, {0.5, 0.25, 0.125, 0.75});
  EXPECT_EQ(risks, (std::vector<double>{0.625, 0.625, 0.125, 0.75}));
  const Value details = described(tally_households(household, {0.5, 0.25, 0.125, 0.75}, {}, 0.2));
  EXPECT_EQ(details.at("household_expected").as_number(), 2.125);
  EXPECT_EQ(details.at("household_largest").as_number(), 0.75);
  EXPECT_EQ(details.at("household_above"), Value(3));
  EXPECT_EQ(details.at("households_above"), Value(2));
}

TEST(HouseholdRisk, DoesNotDependOnTheOrderOfRecordsNorOnParts) {
  std::mt19937_64 draw(7);
  stats::KeyColumn household{{}, 40};
  std::vector<double> risks;
  for (int i = 0; i < 300; ++i) {
    const auto code = static_cast<std::int32_t>(draw() % 44);
    household.codes.push_back(code < 40 ? code : stats::KeyColumn::missing);
    risks.push_back(static_cast<double>(draw() % 1000) / 1237.0);
  }
  const Value whole = described(tally_households(household, risks, {}, 0.5));
  std::vector<std::size_t> order(300);
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), draw);
  HouseholdTally joined;
  for (const std::int32_t part : {0, 1, 2}) {  // whole households
    stats::KeyColumn own{{}, 40};
    std::vector<double> some;
    for (const std::size_t row : order) {
      if ((household.codes[row] + 3) % 3 != part) continue;
      own.codes.push_back(household.codes[row]);
      some.push_back(risks[row]);
    }
    joined.merge(HouseholdTally::of_state(tally_households(own, some, {}, 0.5).state()));
  }
  EXPECT_EQ(described(joined), whole);
}

TEST(HouseholdRisk, ARowMayStandForSeveralMembers) {
  const stats::KeyColumn counted{{0, 0, stats::KeyColumn::missing}, 1};
  const stats::KeyColumn each{{0, 0, 0, stats::KeyColumn::missing, stats::KeyColumn::missing}, 1};
  const std::vector<std::uint32_t> times{2, 1, 2};
  EXPECT_EQ(described(tally_households(counted, {0.3, 0.1, 0.7}, times, 0.2)),
            described(tally_households(each, {0.3, 0.1, 0.3, 0.7, 0.7}, {}, 0.2)));
}

}  // namespace
}  // namespace sfumato::risk
