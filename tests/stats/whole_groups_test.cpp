#include "stats/samples/whole_groups.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "support/tables.hpp"

namespace sfumato::stats {
namespace {

Table grouped(Role role) {
  Table table =
      testing::numbers_table({{"x", {1, 2, 3, 4, 5}}, {"home", {7, 7, std::nan(""), 2, std::nan("")}}});
  ColumnInfo info = table.info(1);
  info.role = role;
  table.set_info(1, info);
  return table;
}

TEST(WholeGroups, AreThoseOfARole) {
  for (const Role role : {Role::household, Role::unit}) {
    const auto groups = groups_by_role(grouped(role));
    ASSERT_TRUE(groups.has_value());
    EXPECT_EQ((*groups)[0], (*groups)[1]);
    EXPECT_EQ(std::set<std::size_t>(groups->begin(), groups->end()).size(), 4U);
  }
  EXPECT_FALSE(groups_by_role(grouped(Role::confidential)).has_value());
}

// A group that is larger than what is left is passed over, and others are still taken.
TEST(WholeGroups, AreNotDivided) {
  const std::vector<std::size_t> groups = {0, 0, 0, 0, 1, 1, 2, 3, 3, 3, 4, 5};
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const std::vector<std::size_t> rows = drawn_groups(groups, 3, Rng({seed, 1}));
    EXPECT_EQ(rows.size(), 3U);
    EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
    for (const std::size_t row : rows) {
      for (std::size_t other = 0; other < groups.size(); ++other) {
        if (groups[other] == groups[row]) {
          EXPECT_TRUE(std::binary_search(rows.begin(), rows.end(), other));
        }
      }
    }
  }
  EXPECT_TRUE(drawn_groups({0, 0}, 1, Rng({1, 1})).empty());
  EXPECT_TRUE(drawn_groups({}, 1, Rng({1, 1})).empty());
}

}  // namespace
}  // namespace sfumato::stats
