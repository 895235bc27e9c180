// Linkage by several releases: more than by each alone, and the same as one where there is one.
#include "risk/joint_linkage.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::numbers_table;

Score joint(const Table& original, const std::vector<Table>& releases) {
  return risk::joint_distance_linkage(original, releases, testing::all_columns(original),
                                      sfumato::Run({.seed = 1, .threads = 2}));
}

TEST(JointLinkage, TwoNoisyReleasesRevealMoreThanEither) {
  const Table original = testing::incomes(500).taking_columns({0, 1, 2});
  const Table first = testing::mask(original, "additive-noise", {{"amount", 0.3}}, 1).tables[0];
  const Table second = testing::mask(original, "additive-noise", {{"amount", 0.3}}, 2).tables[0];
  const Score score = joint(original, {first, second});
  const auto& alone = score.details.at("alone").as_array();
  ASSERT_EQ(alone.size(), 2U);
  EXPECT_DOUBLE_EQ(alone[0].as_number(), testing::measure(original, first, "distance-linkage").value.value());
  EXPECT_DOUBLE_EQ(alone[1].as_number(),
                   testing::measure(original, second, "distance-linkage").value.value());
  EXPECT_GT(score.value.value(), 1.2 * std::max(alone[0].as_number(), alone[1].as_number()));
  double sum = 0.0;
  for (const double value : score.per_record) sum += value;
  EXPECT_NEAR(sum / 5.0, score.value.value(), 1e-9);
}

// Masked values average to the original where neither release does. By hand: sums of squares from
// originals 0, 4, 20 to (6, −5) are 61, 85, …; to (4, 4) 32, 0, …; to (9, 31) 1042, 754, 242.
TEST(JointLinkage, ByHand) {
  const Table original = numbers_table({{"a", {0, 4, 20}}});
  const Score score =
      joint(original, {numbers_table({{"a", {6, 4, 9}}}), numbers_table({{"a", {-5, 4, 31}}})});
  EXPECT_DOUBLE_EQ(score.value.value(), 100.0);
  EXPECT_DOUBLE_EQ(score.details.at("alone").as_array()[0].as_number(), 100.0 / 3.0);
  EXPECT_EQ(score.reading,
            "100 % of records re-identified by their nearest neighbour over 2 releases together");
}

TEST(JointLinkage, DegenerateTables) {
  const Table original = numbers_table({{"a", {1, 2, std::nan("")}}, {"b", {3, 3, 3}}});
  const Table release = numbers_table({{"a", {1, std::nan(""), 4}}, {"b", {3, 3, 3}}});
  EXPECT_EQ(joint(original, {original}).details.at("incomplete_records"), Value(1));
  EXPECT_TRUE(std::isnan(joint(original, {original}).per_record[2]));
  EXPECT_FALSE(joint(original, {original, release}).value);  // one record is left: nothing varies
  EXPECT_FALSE(joint(numbers_table({{"a", {}}}), {numbers_table({{"a", {}}})}).value);
  EXPECT_FALSE(joint(original.taking_columns({1}), {original.taking_columns({1})}).value);
  EXPECT_THROW(joint(original, {}), Error);
  EXPECT_THROW(joint(original, {numbers_table({{"a", {1}}, {"b", {2}}})}), Error);
}

}  // namespace
}  // namespace sfumato
