// Marginal distributions and relations of pairs, computed by hand and on shuffled columns.
#include "support/categories.hpp"
#include "support/mixed_people.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

TEST(Marginals, AreTotalVariationAndKolmogorovSmirnov) {
  const Table original = testing::numbers_table({{"x", {1, 2, 3, 4}}});
  // Distribution functions differ most at 2: 2/4 and 0.
  const Table masked = testing::numbers_table({{"x", {3, 3, 4, 9, 9}}});
  EXPECT_NEAR(testing::measure(original, masked, "marginals").value.value(), 50.0, 1e-12);
  const Table letters = testing::texts_table({{"x", {"a", "a", "b", ""}}});
  const Table others = testing::texts_table({{"x", {"a", "c"}}});
  // ½·(|½ − ½| + ¼ + ½ + ¼).
  EXPECT_NEAR(testing::measure(letters, others, "marginals").value.value(), 50.0, 1e-12);
}

TEST(Marginals, CountAnotherShareOfMissingNumbers) {
  const double missing = std::nan("");
  const Table original = testing::numbers_table({{"x", {1, 2, 3, 4}}});
  const Table masked = testing::numbers_table({{"x", {1, 2, missing, missing}}});
  EXPECT_NEAR(testing::measure(original, masked, "marginals").value.value(), 50.0, 1e-12);
}

TEST(PairRelations, AreLostWhereColumnsAreShuffled) {
  const Table original = testing::incomes(500);
  EXPECT_EQ(testing::measure(original, original, "pair-relations").value.value(), 0.0);
  Table shuffled = original;
  Rng rng({2, 2});
  for (const ColumnId id : {ColumnId{0}, ColumnId{1}, ColumnId{2}}) rng.shuffle(shuffled.edit_numbers(id));
  EXPECT_GT(testing::measure(original, shuffled, "marginals").value.value(), 99.99);
  EXPECT_GT(testing::measure(original, shuffled, "pair-relations").value.value(), 0.15);
}

TEST(PairRelations, TakeEveryMixOfKinds) {
  const Table original = testing::mixed_people(500, 1, 0.05), fresh = testing::mixed_people(300, 2, 0.05);
  const Score score = testing::measure(original, fresh, "pair-relations");
  EXPECT_EQ(score.details.at("pairs"), Value(15));
  EXPECT_LT(score.value.value(), 0.1);
  EXPECT_FALSE(
      testing::measure(original.taking_columns({0}), fresh.taking_columns({0}), "pair-relations").value);
}

}  // namespace
}  // namespace sfumato
