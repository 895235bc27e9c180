// Groups of neighbours in an order: sizes by hand, and what holds for every count.
#include "stats/groups/consecutive_groups.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace sfumato::stats {
namespace {

using Starts = std::vector<std::uint32_t>;

TEST(ConsecutiveGroups, TheSurplusGoesToTheCentre) {
  EXPECT_EQ(consecutive_starts(9, 3), (Starts{0, 3, 6, 9}));
  EXPECT_EQ(consecutive_starts(10, 3), (Starts{0, 3, 7, 10}));      // 3 groups: group 1 first
  EXPECT_EQ(consecutive_starts(11, 3), (Starts{0, 4, 8, 11}));      // then group 0
  EXPECT_EQ(consecutive_starts(14, 3), (Starts{0, 3, 7, 11, 14}));  // 4 groups: 2, then 1
  // 2 groups and a surplus of 5: groups 1, 0, 1, 0, 1.
  EXPECT_EQ(consecutive_starts(17, 6), (Starts{0, 8, 17}));
  // 3 groups and a surplus of 4: groups 1, 0, 2, 1.
  EXPECT_EQ(consecutive_starts(19, 5), (Starts{0, 6, 13, 19}));
}

TEST(ConsecutiveGroups, FewPlacesAreOneGroupAndNoneAreNone) {
  EXPECT_EQ(consecutive_starts(0, 3), (Starts{0}));
  EXPECT_EQ(consecutive_starts(2, 3), (Starts{0, 2}));
  EXPECT_EQ(consecutive_starts(3, 3), (Starts{0, 3}));
  EXPECT_EQ(consecutive_starts(5, 3), (Starts{0, 5}));
  EXPECT_EQ(consecutive_starts(3, 1), (Starts{0, 1, 2, 3}));
}

TEST(ConsecutiveGroups, SizesDifferLittleAndAreAtLeastK) {
  for (std::size_t k = 1; k < 12; ++k) {
    for (std::size_t count = k; count < 150; ++count) {
      const Starts starts = consecutive_starts(count, k);
      ASSERT_EQ(starts.size(), count / k + 1);
      ASSERT_EQ(starts.back(), count);
      std::size_t least = count, most = 0;
      for (std::size_t group = 0; group + 1 < starts.size(); ++group) {
        least = std::min<std::size_t>(least, starts[group + 1] - starts[group]);
        most = std::max<std::size_t>(most, starts[group + 1] - starts[group]);
      }
      EXPECT_GE(least, k);
      EXPECT_LT(most, 2 * k);
      EXPECT_LE(most - least, 1U) << count << " by " << k;
    }
  }
}

// The surplus given out one by one.
TEST(ConsecutiveGroups, StartsAreThoseOfCounting) {
  for (std::size_t k = 1; k < 40; ++k) {
    for (std::size_t count = 2 * k; count < 260; ++count) {
      Starts expected{0};
      std::vector<std::size_t> sizes(count / k, k);
      std::size_t taker = sizes.size() / 2;
      for (std::size_t surplus = count % k; surplus > 0; --surplus) {
        ++sizes[taker];
        taker = taker == 0 ? sizes.size() - 1 : taker - 1;
      }
      for (const std::size_t size : sizes)
        expected.push_back(expected.back() + static_cast<std::uint32_t>(size));
      ASSERT_EQ(consecutive_starts(count, k), expected) << count << " by " << k;
    }
  }
}

TEST(ConsecutiveGroups, GroupsFromAPlaceOnBeginThereOrLater) {
  for (const std::uint64_t count : {0U, 1U, 2U, 7U, 50U, 99U, 101U}) {
    for (const std::uint64_t k : {1U, 2U, 3U, 7U, 60U}) {
      const ConsecutiveGroups groups(count, k);
      const Starts starts = consecutive_starts(count, k);
      for (std::uint64_t place = 0; place < count + 3; ++place) {
        const auto found = std::lower_bound(starts.begin(), starts.end() - 1, place) - starts.begin();
        EXPECT_EQ(groups.first_from(place), static_cast<std::uint64_t>(found)) << count << ' ' << k;
      }
    }
  }
}

TEST(ConsecutiveGroups, TheyMayHaveMorePlacesThan32Bits) {
  const std::uint64_t count = (std::uint64_t{1} << 40) + 2;
  const ConsecutiveGroups groups(count, 4);
  EXPECT_EQ(groups.groups(), count / 4);
  EXPECT_EQ(groups.start(groups.groups()), count);
  EXPECT_EQ(groups.start(groups.groups() - 1), count - 4);
  EXPECT_EQ(groups.start(groups.groups() / 2 + 1), (groups.groups() / 2 + 1) * 4 + 2);
  EXPECT_EQ(groups.first_from(count - 5), groups.groups() - 1);
}

TEST(ConsecutiveGroups, MembersStandAscending) {
  const Starts order{4, 0, 3, 1, 2, 6, 5}, starts{0, 3, 7};
  const std::vector<Starts> expected{{0, 3, 4}, {1, 2, 5, 6}};
  EXPECT_EQ(groups_of_order(order, starts).groups, expected);
  EXPECT_TRUE(groups_of_order({}, Starts{0}).groups.empty());
}

}  // namespace
}  // namespace sfumato::stats
