// Distinct keys in their order, by hand.
#include "stats/classes/sorted_keys.hpp"

#include <gtest/gtest.h>

namespace sfumato::stats {
namespace {

// The first column has more values, so it comes last here and leads the order. Records 1 and 4 are equal.
KeyTable five() { return {5, {{{2, 0, 1, 0, 0}, 3}, {{1, 1, -1, -1, 1}, 2}}}; }

TEST(SortedKeys, AreInTheOrderOfTheirCodes) {
  const KeyTable table = five();
  const SortedKeys keys = sorted_keys(table, equal_classes(table, sfumato::Run()));
  EXPECT_EQ(keys.places, (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(keys.codes, (std::vector<std::vector<std::int32_t>>{{-1, 1, -1, 1}, {0, 0, 1, 2}}));
  EXPECT_EQ(keys.rows, (std::vector<std::uint32_t>{3, 1, 2, 0}));
  EXPECT_EQ(keys.by_row, (std::vector<std::uint32_t>{3, 1, 2, 0}));
  EXPECT_EQ(keys.members, (std::vector<std::uint32_t>{0, 1 | SortedKeys::many, 2, 3}));
  EXPECT_EQ(keys.most_codes, 3);
}

// Before the first column there is one combination, before the second three: missing, 0 and 1.
TEST(SortedKeys, CountTheCombinationsBeforeAColumn) {
  const KeyTable table = five();
  const PlacesBefore before = places_before(sorted_keys(table, equal_classes(table, sfumato::Run())), table);
  EXPECT_EQ(before.combinations, (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(before.place, (std::vector<std::vector<std::uint32_t>>{{0, 0, 0, 0}, {0, 2, 0, 2}}));
}

}  // namespace
}  // namespace sfumato::stats
