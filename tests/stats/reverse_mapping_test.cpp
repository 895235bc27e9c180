// Reverse mapping by hand, its two defining properties, ties and missing values.
#include "stats/ranks/reverse_mapping.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "stats/ranks/ranks.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::numbers_table;

TEST(ReverseMapping, ByHand) {
  // Masked ranks 3, 1, 2: the third, first and second smallest original.
  const Table original = numbers_table({{"a", {10, 30, 20}}});
  const Table masked = numbers_table({{"a", {9.5, -4, 0}}});
  const Table mapped = stats::reverse_mapped(original, masked, {0});
  EXPECT_EQ(mapped.column(0), Column(Numbers{30, 10, 20}));
  EXPECT_EQ(mapped.names(), original.names());
}

TEST(ReverseMapping, TiesTakeTheirPlacesInRowOrder) {
  const Table original = numbers_table({{"a", {4, 3, 2, 1}}});
  const Table masked = numbers_table({{"a", {5, 5, 0, 5}}});
  EXPECT_EQ(stats::reverse_mapped(original, masked, {0}).column(0), Column(Numbers{2, 3, 1, 4}));
}

TEST(ReverseMapping, IsAPermutationOfTheOriginalWithTheMaskedRanks) {
  const Table original = testing::incomes(500);
  const Table masked = testing::mask(original, "additive-noise", {{"amount", 0.7}}).tables[0];
  const Table mapped = stats::reverse_mapped(original, masked, testing::all_columns(original));
  for (const std::string& name : original.names()) {
    EXPECT_EQ(testing::sorted(mapped, name), testing::sorted(original, name));
  }
  // Noise leaves no ties in income, so the ranks agree wherever the original has none either.
  const auto z = stats::average_ranks(mapped.column(0).to_numbers());
  const auto y = stats::average_ranks(masked.column(0).to_numbers());
  for (std::size_t i = 0; i < z.size(); ++i) EXPECT_NEAR(z[i], y[i], 2.0);
}

TEST(ReverseMapping, OfUnchangedDataIsTheOriginal) {
  const Table original = testing::incomes(100);
  EXPECT_TRUE(stats::reverse_mapped(original, original, testing::all_columns(original)).same_data(original));
}

TEST(ReverseMapping, ValuesMissingOnEitherSideTakeNoPart) {
  const double missing = std::nan("");
  const Table original = numbers_table({{"a", {1, missing, 3, 4}}});
  const Table masked = numbers_table({{"a", {9, 5, missing, 2}}});
  const Numbers mapped = stats::reverse_mapped(original, masked, {0}).column(0).to_numbers();
  EXPECT_EQ(mapped[0], 4.0);
  EXPECT_TRUE(std::isnan(mapped[1]));
  EXPECT_TRUE(std::isnan(mapped[2]));
  EXPECT_EQ(mapped[3], 1.0);
}

TEST(ReverseMapping, KeepsTheTypesOfColumns) {
  ColumnInfo number, name;
  number.name = "number";
  name.name = "name";
  name.kind = Kind::nominal;
  const Table original({number, name}, {Integers{{5, 6, 7}, {}}, Codes{{0, 1, 1}, {"x", "y"}}});
  const Table masked({number, name}, {Integers{{3, 2, 1}, {0, 0, 1}}, Codes{{1, 0, 1}, {"x", "y"}}});
  const Table mapped = stats::reverse_mapped(original, masked, {0, 1});
  EXPECT_EQ(mapped.column(0),
            Column(Integers{{6, 5, 0}, {0, 0, 1}}).taking(std::vector<std::size_t>{0, 1, 2}));
  // y is more common and comes first, so the masked y, x, y in order are y, y, x of the original.
  EXPECT_EQ(mapped.column(1), Column(Codes{{1, 0, 1}, {"x", "y"}}));
}

TEST(ReverseMapping, NeedsAsManyRecords) {
  EXPECT_THROW(stats::reverse_mapped(testing::incomes(5), testing::incomes(4), {0}), Error);
}

}  // namespace
}  // namespace sfumato
