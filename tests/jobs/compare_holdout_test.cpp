// Records that are split off for a comparison: a share of them, and whole households.
#include "jobs/compare_holdout.hpp"

#include <algorithm>

#include "support/tables.hpp"

namespace sfumato {
namespace {

// Households of 1, 2, 3 and 4 records.
Table people_of_households() {
  Numbers household, number;
  for (std::size_t h = 0; h < 100; ++h) {
    for (std::size_t member = 0; member <= h % 4; ++member) {
      household.push_back(static_cast<double>(1000 + h));
      number.push_back(static_cast<double>(number.size()));
    }
  }
  return testing::numbers_table({{"household", household}, {"number", number}});
}

Numbers values_of(const Table& table, ColumnId id) { return table.column(id).to_numbers(); }

TEST(CompareHoldout, SplitsOffAShareOfTheRecords) {
  Table table = people_of_households();
  const Numbers all = values_of(table, 1);
  const Table held = jobs::split_off(table, 0.2, sfumato::Run({.seed = 1}));
  EXPECT_EQ(held.rows(), 50U);
  EXPECT_EQ(table.rows(), 200U);
  Numbers both = values_of(table, 1);
  const Numbers others = values_of(held, 1);
  EXPECT_TRUE(std::is_sorted(both.begin(), both.end()));
  EXPECT_TRUE(std::is_sorted(others.begin(), others.end()));
  both.insert(both.end(), others.begin(), others.end());
  std::sort(both.begin(), both.end());
  EXPECT_EQ(both, all);
}

TEST(CompareHoldout, TakesWholeHouseholds) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Table table = people_of_households();
    ColumnInfo info = table.info(0);
    info.role = Role::household;
    table.set_info(0, info);
    const Table held = jobs::split_off(table, 0.2, sfumato::Run({.seed = seed}));
    EXPECT_GT(held.rows(), 45U);
    EXPECT_LE(held.rows(), 50U);
    EXPECT_EQ(held.rows() + table.rows(), 250U);
    const Numbers kept = values_of(table, 0);
    for (const double household : values_of(held, 0)) {
      EXPECT_EQ(std::find(kept.begin(), kept.end(), household), kept.end()) << household;
    }
  }
}

}  // namespace
}  // namespace sfumato
