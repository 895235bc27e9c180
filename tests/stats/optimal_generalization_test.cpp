// The search against all combinations of levels, one by one.
#include "stats/generalization/optimal_generalization.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/level_tables.hpp"

namespace sfumato::stats {
namespace {

const Run& quiet() {
  static const Run run({.seed = 1, .threads = 1});
  return run;
}

struct Plain {
  bool found = false;
  double score = 0.0;
  std::vector<std::vector<double>> ties =
      {};  // the costs of columns of all levels with that score, worst first
};

// Lexicographic with a tolerance for rounding.
bool costs_less(const std::vector<double>& a, const std::vector<double>& b) {
  for (std::size_t j = 0; j < a.size(); ++j) {
    if (std::fabs(a[j] - b[j]) > 1e-9) return a[j] < b[j];
  }
  return false;
}

// Suppresses the smallest class that is kept, the first of several; false where none is.
bool drop_smallest(const EntryClasses& classes, ModelCheck::Outcome& outcome) {
  std::size_t smallest = classes.count();
  for (std::size_t i = 0; i < classes.count(); ++i) {
    if (outcome.unsafe[i] != 0 || classes.sizes[i] == 0) continue;
    if (smallest == classes.count() || classes.sizes[i] < classes.sizes[smallest]) smallest = i;
  }
  if (smallest == classes.count()) return false;
  outcome.unsafe[smallest] = 1;
  outcome.suppressed += classes.sizes[smallest];
  return true;
}

// Every combination, its classes counted by a map, with no bound and no order.
Plain all_combinations(const testing::MadeUpLevels& made, const GeneralizationObjective& objective,
                       const ModelCheck& models, std::size_t most_suppressed) {
  const LevelTable& table = made.table;
  Plain best;
  Levels levels(table.columns.size(), 0);
  while (true) {
    std::map<std::vector<std::uint32_t>, std::uint32_t> numbers;
    EntryClasses classes;
    for (std::size_t entry = 0; entry < table.entries(); ++entry) {
      std::vector<std::uint32_t> key;
      for (std::size_t j = 0; j < levels.size(); ++j) {
        key.push_back(table.columns[j].codes[levels[j]][table.leaves[j][entry]]);
      }
      const auto [found, fresh] = numbers.try_emplace(key, static_cast<std::uint32_t>(numbers.size()));
      if (fresh) classes.sizes.push_back(0);
      classes.of_entry.push_back(found->second);
      classes.sizes[found->second] += table.counts[entry];
    }
    ModelCheck::Outcome outcome = models.check(table, classes);
    while (outcome.suppressed <= most_suppressed && models.of_release() &&
           !(models.joining_kept(table, classes, outcome) && models.estimates_kept(classes, outcome)) &&
           drop_smallest(classes, outcome)) {
    }
    if (outcome.suppressed <= most_suppressed && models.joining_kept(table, classes, outcome) &&
        models.estimates_kept(classes, outcome)) {
      const double score = objective.score(levels, classes, outcome.unsafe);
      const std::vector<double> columns =
          objective.worst_first(levels, objective.added_by(classes, outcome.unsafe));
      const bool tied = best.found && std::fabs(score - best.score) <= 1e-12;
      if (!best.found || (!tied && score < best.score)) {
        best = {true, score, {columns}};
      } else if (tied) {
        best.ties.push_back(columns);
      }
    }
    std::size_t j = 0;
    while (j < levels.size() && ++levels[j] == table.columns[j].levels()) levels[j++] = 0;
    if (j == levels.size()) return best;
  }
}

std::vector<double> columns_of(const GeneralizationScheme& scheme, const LevelTable& table,
                               const GeneralizationObjective& objective) {
  ClassCounter counter(table);
  const EntryClasses& classes = counter.count(scheme.levels);
  std::vector<char> dropped(classes.count(), 0);
  for (std::size_t entry = 0; entry < table.entries(); ++entry) {
    dropped[classes.of_entry[entry]] = scheme.suppressed[entry];
  }
  return objective.worst_first(scheme.levels, objective.added_by(classes, dropped));
}

TEST(OptimalGeneralization, IsTheBestOfAllCombinations) {
  Rng rng({6, 1});
  int found = 0, suppressing = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const std::size_t rows = 10 + rng.below(60);
    const testing::MadeUpLevels made = testing::made_up_levels(rows, 2 + rng.below(3), rng);
    std::vector<std::uint32_t> codes(rows);
    for (std::uint32_t& code : codes) code = static_cast<std::uint32_t>(rng.below(1 + rng.below(4)));
    std::vector<ClassModel> models;
    if (rng.chance(0.6)) {
      const auto rule = static_cast<ClassRule>(rng.below(8));
      const bool diversity = rule <= ClassRule::recursive_diversity;
      if (rule != ClassRule::hierarchical_closeness) {
        models.push_back({rule, 0, diversity ? 1.0 + static_cast<double>(rng.below(2)) : rng.uniform(), 2.0});
      }
    }
    const ModelCheck check(1 + rng.below(6), models, {confidential_values(made.table, codes, 4)});
    const std::size_t limit = rng.chance(0.3) ? 0 : rng.below(rows);
    const GeneralizationObjective objective(made.table, static_cast<Objective>(rng.below(6)),
                                            static_cast<Aggregate>(rng.below(4)));
    const Plain expected = all_combinations(made, objective, check, limit);
    const GeneralizationScheme scheme = optimal_generalization(made.table, objective, check, limit, quiet());
    ASSERT_EQ(scheme.found, expected.found) << trial;
    EXPECT_LE(scheme.nodes_checked, scheme.nodes);
    if (!scheme.found) continue;
    ++found;
    suppressing += scheme.suppressed_records > 0 ? 1 : 0;
    EXPECT_NEAR(scheme.score, expected.score, 1e-12) << trial;
    const std::vector<double> own = columns_of(scheme, made.table, objective);
    for (const std::vector<double>& other : expected.ties) EXPECT_FALSE(costs_less(other, own)) << trial;
    EXPECT_LE(scheme.suppressed_records, limit);
  }
  EXPECT_GT(found, 200);
  EXPECT_GT(suppressing, 50);
}

// The last of the rows are a population's, which has combinations that the records do not.
TEST(OptimalGeneralization, IsTheBestUnderModelsOfPopulationAndRelease) {
  Rng rng({6, 3});
  int found = 0, suppressing = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const std::size_t rows = 10 + rng.below(50);
    testing::MadeUpLevels made = testing::made_up_levels(3 * rows, 2 + rng.below(3), rng);
    const std::vector<std::uint32_t> population = take_population(made.table, rows);
    std::vector<std::uint32_t> codes(rows);
    for (std::uint32_t& code : codes) code = static_cast<std::uint32_t>(rng.below(4));
    std::vector<ClassModel> models;
    std::vector<ReleaseModel> of_release;
    switch (trial % 5) {
      case 0:
        models.push_back({ClassRule::population_size, 0, 2.0 + static_cast<double>(rng.below(20)), 1.0});
        break;
      case 1:
        models.push_back({ClassRule::presence, 0, 0.4 + 0.4 * rng.uniform(), 0.4 * rng.uniform()});
        break;
      case 2:
        models.push_back(
            {ClassRule::knowledge, 0, static_cast<double>(rng.below(2)), 0.5 + 0.5 * rng.uniform()});
        break;
      case 3:
        of_release.push_back({ReleaseRule::average_risk, 0.05 + 0.3 * rng.uniform(), 0.0});
        break;
      default:
        of_release.push_back({ReleaseRule::population_uniqueness, 0.01 + 0.1 * rng.uniform(),
                              30.0 * static_cast<double>(rows)});
    }
    const ModelCheck check(1 + rng.below(4), models, {confidential_values(made.table, codes, 4)}, population,
                           of_release);
    const std::size_t limit = rng.chance(0.3) ? 0 : rng.below(rows);
    const GeneralizationObjective objective(made.table, static_cast<Objective>(rng.below(6)),
                                            static_cast<Aggregate>(rng.below(4)));
    const Plain expected = all_combinations(made, objective, check, limit);
    const GeneralizationScheme scheme = optimal_generalization(made.table, objective, check, limit, quiet());
    ASSERT_EQ(scheme.found, expected.found) << trial;
    if (!scheme.found) continue;
    ++found;
    suppressing += scheme.suppressed_records > 0 ? 1 : 0;
    EXPECT_NEAR(scheme.score, expected.score, 1e-12) << trial;
  }
  EXPECT_GT(found, 150);
  EXPECT_GT(suppressing, 30);
}

TEST(OptimalGeneralization, IsTheSameForAnyNumberOfThreads) {
  Rng rng({6, 4});
  for (int trial = 0; trial < 20; ++trial) {
    const testing::MadeUpLevels made = testing::made_up_levels(200, 5, rng);
    const GeneralizationObjective objective(made.table, static_cast<Objective>(rng.below(6)),
                                            Aggregate::geometric_mean);
    const ModelCheck check(4, {}, {});
    const GeneralizationScheme one = optimal_generalization(made.table, objective, check, 20, quiet());
    const GeneralizationScheme several =
        optimal_generalization(made.table, objective, check, 20, sfumato::Run({.seed = 1, .threads = 4}));
    EXPECT_EQ(one.levels, several.levels);
    EXPECT_EQ(one.score, several.score);
    EXPECT_EQ(one.nodes_checked, several.nodes_checked);
  }
}

TEST(OptimalGeneralization, LooksAtFewerCombinationsThanThereAre) {
  Rng rng({6, 2});
  std::size_t checked = 0, all = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const testing::MadeUpLevels made = testing::made_up_levels(300, 6, rng);
    const GeneralizationObjective objective(made.table, Objective::loss, Aggregate::geometric_mean);
    const GeneralizationScheme scheme =
        optimal_generalization(made.table, objective, ModelCheck(5, {}, {}), 10, quiet());
    checked += scheme.nodes_checked;
    all += scheme.nodes;
  }
  EXPECT_LT(2 * checked, all);
}

TEST(OptimalGeneralization, SaysWhereNoLevelsDo) {
  LevelColumn column;
  column.codes = {{0, 1}};
  column.shares = {{0.5, 0.5}};
  column.domain = 2.0;
  const LevelTable table = level_table({column}, {{0, 0, 1}}, 3, quiet());
  const GeneralizationObjective objective(table, Objective::loss, Aggregate::sum);
  EXPECT_FALSE(optimal_generalization(table, objective, ModelCheck(2, {}, {}), 0, quiet()).found);
  const GeneralizationScheme scheme =
      optimal_generalization(table, objective, ModelCheck(2, {}, {}), 1, quiet());
  EXPECT_TRUE(scheme.found);
  EXPECT_EQ(scheme.suppressed_records, 1U);
  EXPECT_EQ(scheme.suppressed, (std::vector<char>{0, 1}));
}

}  // namespace
}  // namespace sfumato::stats
