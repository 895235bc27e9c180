// Entries and classes, against plain counting of codes side by side.
#include "stats/generalization/level_table.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/level_tables.hpp"

namespace sfumato::stats {
namespace {

std::map<std::vector<std::uint32_t>, std::uint32_t> counted_classes(const testing::MadeUpLevels& made,
                                                                    const Levels& levels) {
  std::map<std::vector<std::uint32_t>, std::uint32_t> classes;
  for (std::size_t row = 0; row < made.table.rows; ++row) {
    std::vector<std::uint32_t> key;
    for (std::size_t j = 0; j < levels.size(); ++j) {
      key.push_back(made.table.columns[j].codes[levels[j]][made.leaf_of_row[j][row]]);
    }
    ++classes[key];
  }
  return classes;
}

TEST(LevelTable, CountsEqualRecordsOnce) {
  Rng rng({3, 1});
  const testing::MadeUpLevels made = testing::made_up_levels(200, 3, rng);
  EXPECT_EQ(made.table.entries(), counted_classes(made, {0, 0, 0}).size());
  std::vector<std::uint32_t> seen(made.table.entries(), 0);
  for (std::size_t row = 0; row < 200; ++row) {
    const std::uint32_t entry = made.table.entry_of_row[row];
    ++seen[entry];
    for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(made.table.leaves[j][entry], made.leaf_of_row[j][row]);
  }
  EXPECT_EQ(seen, made.table.counts);
}

TEST(ClassCounter, FindsTheClassesOfAnyLevels) {
  Rng rng({3, 2});
  for (int trial = 0; trial < 20; ++trial) {
    const testing::MadeUpLevels made = testing::made_up_levels(100, 4, rng);
    ClassCounter counter(made.table);
    for (int again = 0; again < 5; ++again) {
      Levels levels;
      for (const LevelColumn& column : made.table.columns) {
        levels.push_back(static_cast<std::uint32_t>(rng.below(column.levels())));
      }
      std::multiset<std::uint32_t> expected;
      for (const auto& [key, size] : counted_classes(made, levels)) expected.insert(size);
      const EntryClasses& classes = counter.count(levels);
      EXPECT_EQ(std::multiset<std::uint32_t>(classes.sizes.begin(), classes.sizes.end()), expected);
    }
  }
}

TEST(ClassCounter, TakesKeysOfMoreThan64Bits) {
  Rng rng({3, 3});
  const testing::MadeUpLevels made = testing::made_up_levels(300, 40, rng);
  ClassCounter counter(made.table);
  Levels levels(40, 1);
  for (std::size_t j = 0; j < 8; ++j) levels[5 * j] = 0;
  EXPECT_EQ(counter.count(levels).count(), counted_classes(made, levels).size());
}

// The same records once as a sample and once as a population.
TEST(LevelTable, TakesAPopulationOutAgain) {
  LevelColumn column;
  column.codes = {{0, 1, 2}};
  column.shares = {{0.25, 0.25, 0.25}};
  column.domain = 4.0;
  LevelTable table = level_table({column}, {{1, 0, 1, 2, 2, 1}}, 6, sfumato::Run({.seed = 1, .threads = 1}));
  EXPECT_EQ(take_population(table, 3), (std::vector<std::uint32_t>{1, 0, 2}));
  EXPECT_EQ(table.rows, 3U);
  EXPECT_EQ(table.counts, (std::vector<std::uint32_t>{2, 1, 0}));
  EXPECT_EQ(table.entry_of_row, (std::vector<std::uint32_t>{0, 1, 0}));
}

}  // namespace
}  // namespace sfumato::stats
