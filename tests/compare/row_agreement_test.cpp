// Rows at the same place: counted by hand, for draws of the same population, and for releases of one file.
#include "compare/row_agreement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/mixed_people.hpp"
#include "support/tables.hpp"

namespace sfumato::compare {
namespace {

using testing::mixed_people;

bool by_chance(const Table& original, const Table& masked) {
  return agree_by_chance(original, masked, sfumato::Run({.seed = 5, .threads = 2}));
}

// Of the six orders of a, a, b, b one agrees at 4 places with a, a, b, b, four at 2 and one at none: mean 2,
// variance 4/3.
TEST(RowAgreement, CountsDeviationsOfARandomOrder) {
  const Hashes original{1, 1, 2, 2};
  EXPECT_DOUBLE_EQ(equal_deviations(original, {1, 2, 1, 2}).value(), 0.0);
  EXPECT_DOUBLE_EQ(equal_deviations(original, original).value(), 2.0 / std::sqrt(4.0 / 3.0));
  EXPECT_DOUBLE_EQ(equal_deviations(original, {2, 2, 1, 1}).value(), -2.0 / std::sqrt(4.0 / 3.0));
  EXPECT_FALSE(equal_deviations({1, 1, 1}, {1, 1, 1}));
  EXPECT_FALSE(equal_deviations(original, {3, 4, 5, 6}));
}

// By chance half of these places are equal: 6 of 8 is half of what is left.
TEST(RowAgreement, SaysWhetherAColumnStayed) {
  const Hashes original{1, 1, 1, 1, 2, 2, 2, 2};
  EXPECT_TRUE(stayed_in_place({"x", original, {1, 1, 1, 2, 1, 2, 2, 2}}));
  EXPECT_FALSE(stayed_in_place({"x", original, {1, 1, 2, 2, 1, 1, 2, 2}}));
}

TEST(RowAgreement, IsByChanceForOtherPeople) {
  const Table original = mixed_people(500, 1, 0.1);
  EXPECT_TRUE(by_chance(original, mixed_people(500, 2, 0.1)));
  EXPECT_FALSE(by_chance(original, original));
  EXPECT_FALSE(by_chance(original, mixed_people(400, 2)));
  EXPECT_FALSE(by_chance(mixed_people(29, 1), mixed_people(29, 2)));
}

TEST(RowAgreement, OneColumnThatStayedShowsCorrespondence) {
  const Table original = mixed_people(500, 1);
  Table masked = mixed_people(500, 2);
  const Numbers incomes = original.column(3).to_numbers();
  std::copy(incomes.begin(), incomes.end(), masked.edit_numbers(3).begin());
  EXPECT_FALSE(by_chance(original, masked));
}

// Both files number their households in the order of the rows; that is no sign that rows correspond.
TEST(RowAgreement, ColumnsThatBothFilesAreSortedBySayNothing) {
  const auto sorted = [](std::size_t seed) {
    Table people = mixed_people(500, seed);
    const std::span<double> sizes = people.edit_numbers(4);
    for (std::size_t row = 0; row < sizes.size(); ++row)
      sizes[row] = 1000.0 + std::floor(static_cast<double>(row) / 2.5);
    return people;
  };
  EXPECT_TRUE(by_chance(sorted(1), sorted(2)));
  EXPECT_FALSE(by_chance(sorted(1), sorted(1)));
}

// Of 20 values that both files have, the correlation is ±0.5 as easily as ±0.05 of 2,000.
TEST(RowAgreement, RankCorrelationsCountTheRowsThatBothHave) {
  const double missing = std::nan("");
  Numbers first, second, other;
  for (std::size_t row = 0; row < 2000; ++row) {
    const bool has = row % 100 == 0;
    first.push_back(has ? static_cast<double>(row % 700) : missing);
    second.push_back(has ? static_cast<double>(row % 900) : missing);
    other.push_back(static_cast<double>((row * 7919) % 1009));
  }
  const Table original = testing::numbers_table({{"x", first}}),
              masked = testing::numbers_table({{"x", second}});
  EXPECT_TRUE(by_chance(original, masked));
  EXPECT_FALSE(by_chance(testing::numbers_table({{"x", other}}), testing::numbers_table({{"x", other}})));
}

}  // namespace
}  // namespace sfumato::compare
