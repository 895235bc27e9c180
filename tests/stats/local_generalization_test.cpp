// Local recoding: the release is counted again, as an intruder would see it.
#include "stats/generalization/local_generalization.hpp"

#include <gtest/gtest.h>

#include "stats/generalization/generalization_objective.hpp"
#include "stats/generalization/optimal_generalization.hpp"
#include "support/level_tables.hpp"

namespace sfumato::stats {
namespace {

const Run& quiet() {
  static const Run run({.seed = 1, .threads = 1});
  return run;
}

// A cell is seen as its level and code.
std::map<std::vector<std::uint32_t>, std::vector<std::uint32_t>> seen_classes(const LevelTable& table,
                                                                              const LocalScheme& scheme) {
  std::map<std::vector<std::uint32_t>, std::vector<std::uint32_t>> classes;
  for (std::uint32_t entry = 0; entry < table.entries(); ++entry) {
    std::vector<std::uint32_t> key;
    for (std::size_t j = 0; j < table.columns.size(); ++j) {
      const std::uint32_t level = scheme.level_of_entry[j][entry];
      if (level == GeneralizationObjective::suppressed) continue;
      key.push_back(level);
      key.push_back(table.columns[j].codes[level][table.leaves[j][entry]]);
    }
    if (!key.empty()) classes[key].push_back(entry);
  }
  return classes;
}

TEST(LocalGeneralization, EveryClassKeepsTheModels) {
  Rng rng({7, 1});
  for (int trial = 0; trial < 100; ++trial) {
    const std::size_t rows = 20 + rng.below(200);
    const testing::MadeUpLevels made = testing::made_up_levels(rows, 4, rng);
    std::vector<std::uint32_t> codes(rows);
    for (std::uint32_t& code : codes) code = static_cast<std::uint32_t>(rng.below(4));
    std::vector<ClassModel> models;
    if (trial % 2 == 1) models.push_back({ClassRule::entropy_diversity, 0, 2.0, 1.0});
    const ModelCheck check(3, models, {confidential_values(made.table, codes, 4)});
    const LocalScheme scheme = local_generalization(made.table, check, rows, {}, quiet());
    ASSERT_TRUE(scheme.found);
    std::size_t kept = 0;
    for (const auto& [key, entries] : seen_classes(made.table, scheme)) {
      EXPECT_TRUE(check.safe(made.table, entries));
      for (const std::uint32_t entry : entries) kept += made.table.counts[entry];
    }
    EXPECT_EQ(kept + scheme.suppressed_records, rows);
  }
}

TEST(LocalGeneralization, LosesLessThanFullDomains) {
  Rng rng({7, 2});
  for (int trial = 0; trial < 20; ++trial) {
    const testing::MadeUpLevels made = testing::made_up_levels(300, 5, rng);
    const GeneralizationObjective loss(made.table, Objective::loss, Aggregate::arithmetic_mean);
    const ModelCheck check(5, {}, {});
    const LocalScheme local = local_generalization(made.table, check, 0, {}, quiet());
    EXPECT_LE(loss.aggregated(loss.column_costs(local.level_of_entry)),
              optimal_generalization(made.table, loss, check, 0, quiet()).score);
  }
}

// Leaves a, b and c, c; only c is frequent enough to stay, and a and b are released as one.
TEST(LocalGeneralization, GeneralizesWhereItMust) {
  LevelColumn column;
  column.codes = {{0, 1, 2}, {0, 0, 1}, {0, 0, 0}};
  column.shares = {{1.0 / 3, 1.0 / 3, 1.0 / 3}, {2.0 / 3, 2.0 / 3, 1.0 / 3}, {1.0, 1.0, 1.0}};
  column.domain = 3.0;
  const LevelTable table = level_table({column}, {{0, 1, 2, 2}}, 4, quiet());
  const LocalScheme scheme = local_generalization(table, ModelCheck(2, {}, {}), 0, {}, quiet());
  ASSERT_TRUE(scheme.found);
  EXPECT_EQ(scheme.level_of_entry[0], (Levels{1, 1, 0}));
  EXPECT_EQ(scheme.classes, 2U);
  EXPECT_FALSE(local_generalization(table, ModelCheck(5, {}, {}), 3, {}, quiet()).found);
}

}  // namespace
}  // namespace sfumato::stats
