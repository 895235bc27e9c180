// Permutation distance by hand, by brute force and under changes that do not move ranks.
#include <gtest/gtest.h>

#include <cmath>

#include "stats/ranks/ranks.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;

TEST(PermutationDistance, ByHand) {
  // Ranks of X: (1,3) (2,1) (3,2). Ranks of Y: (3,3) (1,1) (2,2). Largest moves 2, 1, 1.
  // Distances to Y from (1,3): 2, 2, 1, not its own; from (2,1): 2, 1, 1 and from (3,2): 1, 2, 1, ties of
  // two.
  const Table original = numbers_table({{"a", {10, 20, 30}}, {"b", {9, 1, 5}}});
  const Table masked = numbers_table({{"a", {7, 1, 3}}, {"b", {40, 10, 20}}});
  const Score score = measure(original, masked, "permutation-distance");
  EXPECT_DOUBLE_EQ(score.value.value(), 4.0 / 3.0);
  EXPECT_DOUBLE_EQ(score.details.at("mean_percent").as_number(), 400.0 / 9.0);
  EXPECT_DOUBLE_EQ(score.details.at("linkage_percent").as_number(), 100.0 / 3.0);
  EXPECT_EQ(score.details.at("quantiles").at("0"), Value(1.0));
  EXPECT_EQ(score.details.at("quantiles").at("75"), Value(1.5));
  EXPECT_EQ(score.details.at("quantiles").at("100"), Value(2.0));
  EXPECT_EQ(score.per_record, (std::vector<double>{2, 1, 1}));
  EXPECT_FALSE(score.reading.empty());
}

TEST(PermutationDistance, RecordsLeftOutHaveNone) {
  const Table original = numbers_table({{"a", {1, std::nan(""), 3}}});
  const Table masked = numbers_table({{"a", {5, 4, 2}}});
  const Score score = measure(original, masked, "permutation-distance");
  EXPECT_EQ(score.per_record[0], 1.0);
  EXPECT_TRUE(std::isnan(score.per_record[1]));
  EXPECT_EQ(score.per_record[2], 1.0);
}

TEST(PermutationDistance, UnchangedDataAreLinkedAndDoNotMove) {
  const Table original = testing::incomes(200).taking_columns({0, 1});
  const Score score = measure(original, original, "permutation-distance");
  EXPECT_EQ(score.value, 0.0);
  EXPECT_GT(score.details.at("linkage_percent").as_number(), 95.0);
}

TEST(PermutationDistance, MonotoneChangesOfColumnsChangeNothing) {
  const Table original = testing::incomes(300);
  const Table masked = testing::mask(original, "additive-noise", {{"amount", 0.3}}).tables[0];
  Table bent = masked;
  for (ColumnId id = 0; id < bent.column_count(); ++id) {
    for (double& value : bent.edit_numbers(id)) value = std::cbrt(value);
  }
  const Score plain = measure(original, masked, "permutation-distance");
  const Score changed = measure(original, bent, "permutation-distance");
  EXPECT_EQ(plain.value, changed.value);
  EXPECT_EQ(plain.details, changed.details);
}

// Nominal columns move by marginality: a is common (rank 1.5 of four), b and c are rare (3.5).
TEST(PermutationDistance, TakesCategories) {
  ColumnInfo info;
  info.name = "group";
  info.kind = Kind::nominal;
  const Table original({info}, {Codes{{0, 0, 1, 2}, {"a", "b", "c"}}});
  const Table masked({info}, {Codes{{2, 1, 0, 2}, {"b", "c", "a"}}});  // a, c, b, a
  const Score score = measure(original, masked, "permutation-distance");
  EXPECT_EQ(score.per_record, (std::vector<double>{0, 2, 0, 2}));
}

}  // namespace
}  // namespace sfumato
