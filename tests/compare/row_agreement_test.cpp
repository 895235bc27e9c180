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

}  // namespace
}  // namespace sfumato::compare
