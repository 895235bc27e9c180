// Models of classes, by hand; and that they behave as the search relies on.
#include "stats/classes/class_models.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>

#include "support/level_tables.hpp"

namespace sfumato::stats {
namespace {

using Counts = std::vector<std::uint32_t>;

bool kept(ClassRule rule, double bound, const Counts& counts, double c = 1.0,
          const std::vector<double>& shares = {0.25, 0.25, 0.5},
          const std::vector<std::vector<std::uint32_t>>& hierarchy = {}) {
  ConfidentialValues values;
  values.shares = shares;
  values.hierarchy = hierarchy;
  return keeps({rule, 0, bound, c}, values, counts);
}

TEST(ClassModels, DistinctDiversityCountsValues) {
  EXPECT_TRUE(kept(ClassRule::distinct_diversity, 2, {1, 0, 9}));
  EXPECT_FALSE(kept(ClassRule::distinct_diversity, 3, {1, 0, 9}));
}

// exp of the entropy of two equal shares is 2; of 1/4 and 3/4 it is 1.7548.
TEST(ClassModels, EntropyDiversityIsTheExponentialOfTheEntropy) {
  EXPECT_TRUE(kept(ClassRule::entropy_diversity, 2, {5, 5, 0}));
  EXPECT_TRUE(kept(ClassRule::entropy_diversity, 1.754, {1, 3, 0}));
  EXPECT_FALSE(kept(ClassRule::entropy_diversity, 1.755, {1, 3, 0}));
}

// Sorted 4, 3, 2: with l = 2 the rest is 5, with l = 3 it is 2.
TEST(ClassModels, RecursiveDiversityComparesTheMostFrequentWithTheRest) {
  EXPECT_TRUE(kept(ClassRule::recursive_diversity, 2, {3, 4, 2}, 0.81));
  EXPECT_FALSE(kept(ClassRule::recursive_diversity, 2, {3, 4, 2}, 0.8));
  EXPECT_FALSE(kept(ClassRule::recursive_diversity, 3, {3, 4, 2}, 2.0));
  EXPECT_FALSE(kept(ClassRule::recursive_diversity, 4, {3, 4, 2}, 9.0));
}

// Shares .5, .5, 0 against .25, .25, .5: half the sum of differences is .5; ordered (.25 + .5)/2 = .375.
TEST(ClassModels, ClosenessIsADistanceOfDistributions) {
  EXPECT_TRUE(kept(ClassRule::equal_closeness, 0.5, {2, 2, 0}));
  EXPECT_FALSE(kept(ClassRule::equal_closeness, 0.49, {2, 2, 0}));
  EXPECT_TRUE(kept(ClassRule::ordered_closeness, 0.375, {2, 2, 0}));
  EXPECT_FALSE(kept(ClassRule::ordered_closeness, 0.374, {2, 2, 0}));
}

// Leaves a and b lie under one node, c under another, both under the root. All in a against .25, .25, .5: a
// quarter moves from b at distance 1/2, a half from c at distance 1.
TEST(ClassModels, HierarchicalClosenessMovesMassOverTheTree) {
  const std::vector<std::vector<std::uint32_t>> tree = {{0, 1, 2}, {0, 0, 1}, {0, 0, 0}};
  EXPECT_TRUE(kept(ClassRule::hierarchical_closeness, 0.625, {4, 0, 0}, 1, {0.25, 0.25, 0.5}, tree));
  EXPECT_FALSE(kept(ClassRule::hierarchical_closeness, 0.624, {4, 0, 0}, 1, {0.25, 0.25, 0.5}, tree));
}

TEST(ClassModels, DisclosureAndLikenessBoundRatios) {
  EXPECT_FALSE(kept(ClassRule::disclosure, 9, {2, 2, 0}));  // a value never occurs
  EXPECT_TRUE(kept(ClassRule::disclosure, std::log(2.0), {1, 1, 2}));
  EXPECT_FALSE(kept(ClassRule::disclosure, 0.69, {2, 1, 1}));
  EXPECT_TRUE(kept(ClassRule::likeness, 1, {2, 2, 0}));
  EXPECT_FALSE(kept(ClassRule::likeness, 0.99, {2, 2, 0}));
}

// By hand in release_models_test: 3/4 for values 2, 1, 1 and one implication.
TEST(ClassModels, KnowledgeBoundsWorstBelief) {
  EXPECT_TRUE(kept(ClassRule::knowledge, 1, {1, 2, 1}, 0.76));
  EXPECT_FALSE(kept(ClassRule::knowledge, 1, {1, 2, 1}, 0.75));
}

// Entries a, b, c of 2, 1 and 0 records have 3, 2 and 5 in the population.
TEST(ClassModels, PopulationModelsCountThePopulation) {
  LevelColumn column;
  column.codes = {{0, 1, 2}, {0, 1, 1}};
  column.shares = {{0.25, 0.25, 0.25}, {0.25, 0.5, 0.5}};
  column.domain = 4.0;
  LevelTable table = level_table({column}, {{0, 1, 0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 2}}, 13,
                                 sfumato::Run({.seed = 1, .threads = 1}));
  const std::vector<std::uint32_t> population = take_population(table, 3);
  ClassCounter counter(table);
  const auto unsafe = [&](const ClassModel& model, std::uint32_t level) {
    return ModelCheck(1, {model}, {}, population).check(table, counter.count({level})).unsafe;
  };
  using Flags = std::vector<char>;
  EXPECT_EQ(unsafe({ClassRule::population_size, 0, 3.0, 1.0}, 0), (Flags{0, 1, 0}));  // c has no record
  EXPECT_EQ(unsafe({ClassRule::population_size, 0, 4.0, 1.0}, 1), (Flags{1, 0}));
  EXPECT_EQ(unsafe({ClassRule::presence, 0, 0.5, 0.1}, 0), (Flags{1, 0, 0}));  // 2/3, 1/2
  EXPECT_EQ(unsafe({ClassRule::presence, 0, 0.7, 0.2}, 1), (Flags{0, 1}));     // 2/3, 1/7
}

TEST(ClassModels, TwoClassesThatKeepAModelKeepItTogether) {
  Rng rng({4, 1});
  const std::vector<std::vector<std::uint32_t>> tree = {{0, 1, 2, 3}, {0, 0, 1, 1}, {0, 0, 0, 0}};
  const std::vector<double> shares = {0.1, 0.2, 0.3, 0.4};
  int both = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    Counts a(4), b(4), sum(4);
    for (std::size_t i = 0; i < 4; ++i) {
      a[i] = static_cast<std::uint32_t>(rng.below(6));
      b[i] = static_cast<std::uint32_t>(rng.below(6));
      sum[i] = a[i] + b[i];
    }
    if (sum == Counts(4, 0) || a == Counts(4, 0) || b == Counts(4, 0)) continue;
    for (int rule = 0; rule <= static_cast<int>(ClassRule::likeness); ++rule) {
      const auto kind = static_cast<ClassRule>(rule);
      const double bound = rule < 3 ? 1.0 + static_cast<double>(rng.below(3)) : rng.uniform();
      const bool first = kept(kind, bound, a, 1.5, shares, tree),
                 second = kept(kind, bound, b, 1.5, shares, tree);
      if (first && second) {
        ++both;
        EXPECT_TRUE(kept(kind, bound, sum, 1.5, shares, tree)) << rule;
      }
      if (absorbing(kind) && (first || second)) {
        EXPECT_TRUE(kept(kind, bound, sum, 1.5, shares, tree));
      }
    }
  }
  EXPECT_GT(both, 1000);
}

TEST(ConfidentialValues, AreCountedByEntry) {
  Rng rng({4, 2});
  const testing::MadeUpLevels made = testing::made_up_levels(80, 2, rng);
  std::vector<std::uint32_t> codes(80);
  for (std::uint32_t& code : codes) code = static_cast<std::uint32_t>(rng.below(3));
  const ConfidentialValues values = confidential_values(made.table, codes, 3);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> expected;
  for (std::size_t row = 0; row < 80; ++row) ++expected[{made.table.entry_of_row[row], codes[row]}];
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> found;
  for (std::uint32_t entry = 0; entry < made.table.entries(); ++entry) {
    for (std::size_t i = values.begin[entry]; i < values.begin[entry + 1]; ++i) {
      found[{entry, values.codes[i]}] = values.records[i];
    }
  }
  EXPECT_EQ(found, expected);
}

TEST(ConfidentialValues, LeaveMissingOnesOut) {
  Rng rng({4, 3});
  const testing::MadeUpLevels made = testing::made_up_levels(8, 2, rng);
  constexpr std::uint32_t missing = ConfidentialValues::missing;
  const ConfidentialValues values =
      confidential_values(made.table, {0, missing, 1, 1, missing, 0, 1, missing}, 2);
  EXPECT_EQ(values.shares, (std::vector<double>{0.4, 0.6}));
  EXPECT_EQ(std::accumulate(values.records.begin(), values.records.end(), 0U), 5U);
  EXPECT_EQ(values.begin.size(), made.table.entries() + 1);
  const ConfidentialValues none = confidential_values(made.table, std::vector<std::uint32_t>(8, missing), 0);
  EXPECT_EQ(none.begin, std::vector<std::size_t>(made.table.entries() + 1, 0));
}

// Entries whose records miss their values stand before, between and after those that have some.
TEST(ConfidentialValues, FindTheEntriesThatHaveSome) {
  Rng rng({4, 4});
  const testing::MadeUpLevels made = testing::made_up_levels(60, 2, rng);
  for (int round = 0; round < 20; ++round) {
    std::vector<char> knows(made.table.entries());
    for (char& one : knows) one = rng.below(2) == 1 ? 1 : 0;
    std::vector<std::uint32_t> codes(60), known(made.table.entries(), 0);
    for (std::size_t row = 0; row < 60; ++row) {
      const std::uint32_t entry = made.table.entry_of_row[row];
      codes[row] = knows[entry] != 0 ? static_cast<std::uint32_t>(rng.below(3)) : ConfidentialValues::missing;
      known[entry] += knows[entry] != 0 ? 1 : 0;
    }
    const ConfidentialValues values = confidential_values(made.table, codes, 3);
    for (std::size_t entry = 0; entry < known.size(); ++entry) {
      std::uint32_t records = 0;
      for (std::size_t i = values.begin[entry]; i < values.begin[entry + 1]; ++i)
        records += values.records[i];
      ASSERT_EQ(records, known[entry]) << entry;
    }
  }
}

TEST(ClassModels, OfDiversityAreBrokenWithoutAnyValueAndOthersKept) {
  for (const ClassRule rule :
       {ClassRule::distinct_diversity, ClassRule::entropy_diversity, ClassRule::recursive_diversity}) {
    EXPECT_FALSE(kept(rule, 1, {0, 0, 0}, 2.0));
    EXPECT_FALSE(kept(rule, 1, {}, 2.0, {}));
  }
  for (const ClassRule rule :
       {ClassRule::equal_closeness, ClassRule::ordered_closeness, ClassRule::hierarchical_closeness,
        ClassRule::disclosure, ClassRule::likeness, ClassRule::knowledge}) {
    EXPECT_TRUE(kept(rule, 0, {0, 0, 0}, 0.5));
    EXPECT_TRUE(kept(rule, 0, {}, 0.5, {}));
  }
}

}  // namespace
}  // namespace sfumato::stats
