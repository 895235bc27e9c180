// Composite scores: sums by hand, parts without a value, and the published comparison.
#include "compare/weighted_score.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "compare/measures.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

double part(const Table& original, const Table& masked, const std::string& name,
            const ParamValues& params = {}) {
  return testing::measure(original, masked, name, params).value.value();
}

TEST(WeightedScore, IsTheSumOfItsParts) {
  const Table original = testing::incomes(300);
  const Table masked = testing::mask(original, "rank-swapping", {{"window", 10}}).tables[0];
  const ParamValues linked = compare::published_distance_linkage(4);
  const ParamValues paired = compare::published_probabilistic_linkage(4);
  const double loss = part(original, masked, "information-loss");
  const double distance = part(original, masked, "distance-linkage", linked);
  const double intervals = part(original, masked, "interval-disclosure");
  const Score score = testing::measure(original, masked, "score");
  ASSERT_TRUE(score.value) << score.note;
  const double probable = score.details.at("parts").at("PLD").as_number();
  EXPECT_NEAR(*score.value, 0.5 * loss + 0.125 * distance + 0.125 * probable + 0.25 * intervals, 1e-10);
  EXPECT_NEAR(probable, part(original, masked, "probabilistic-linkage", paired), 5.0);  // another shuffle
  EXPECT_NEAR(part(original, masked, "score-2"),
              0.5 * part(original, masked, "information-loss-2") + 0.25 * distance + 0.125 * intervals +
                  0.125 * part(original, masked, "interval-disclosure-sd"),
              1e-10);
  const Score tutorial = testing::measure(original, masked, "score-tutorial");
  EXPECT_NEAR(*tutorial.value,
              0.5 * loss + 0.25 * distance + 0.25 * tutorial.details.at("parts").at("PLD").as_number(),
              1e-10);
}

TEST(WeightedScore, HasNoValueWhereAPartHasNone) {
  const Table constant = testing::numbers_table({{"x", std::vector<double>(20, 1.0)}});
  const Score score = testing::measure(constant, constant, "score");
  EXPECT_FALSE(score.value);
  EXPECT_NE(score.note.find("has no value"), std::string::npos) << score.note;
}

TEST(WeightedScore, PrefixesNeverExceedTheColumns) {
  EXPECT_EQ(compare::published_distance_linkage(3).back().second.as_integer(), 3);
  EXPECT_EQ(compare::published_distance_linkage(13).back().second.as_integer(), 7);
}

}  // namespace
}  // namespace sfumato
