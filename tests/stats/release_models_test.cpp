// Models of a whole release, by hand; and worst-case disclosure against all implications there are.
#include "stats/classes/release_models.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/rng.hpp"
#include "stats/classes/population_uniques.hpp"

namespace sfumato::stats {
namespace {

using Classes = std::vector<std::vector<std::uint32_t>>;

TEST(ReleaseModels, AverageRiskIsClassesOverRecords) {
  EXPECT_TRUE(keeps({ReleaseRule::average_risk, 0.3, 0.0}, {5, 3, 2}));
  EXPECT_FALSE(keeps({ReleaseRule::average_risk, 0.29, 0.0}, {5, 3, 2}));
  EXPECT_TRUE(keeps({ReleaseRule::average_risk, 0.0, 0.0}, {}));
}

// Zayatz' estimate above a tenth of the population, Pitman's up to there.
TEST(ReleaseModels, PopulationUniquenessIsAnEstimate) {
  const std::vector<std::uint32_t> sizes = {1, 1, 1, 2, 2, 3, 10};
  const SampleClasses sample{{{1, 3}, {2, 2}, {3, 1}, {10, 1}}, 0.0};
  for (const double population : {40.0, 2000.0}) {
    const double uniques = population < 200.0 ? zayatz_uniques(sample, population).value()
                                              : pitman_uniques(sample, population).value();
    ASSERT_GT(uniques, 0.0);
    const double share = uniques / population;
    EXPECT_TRUE(keeps({ReleaseRule::population_uniqueness, share * 1.001, population}, sizes));
    EXPECT_FALSE(keeps({ReleaseRule::population_uniqueness, share * 0.999, population}, sizes));
  }
  EXPECT_TRUE(keeps({ReleaseRule::population_uniqueness, 0.0, 40.0}, {2, 3}));
}

// Values 2, 1, 1: without knowledge the most frequent has 1/2. One antecedent: (2/4)·(1/3) is the least
// chance that neither of two persons has it, over 1/2 is 1/3.
TEST(WorstDisclosure, OfOneClassByHand) {
  EXPECT_DOUBLE_EQ(worst_disclosure({{1, 2, 1}}, 0), 0.5);
  EXPECT_DOUBLE_EQ(worst_disclosure({{1, 2, 1}}, 1), 0.75);
  EXPECT_DOUBLE_EQ(worst_disclosure({{1, 2, 1}}, 3), 1.0);
  EXPECT_DOUBLE_EQ(worst_disclosure({}, 3), 0.0);
}

struct Atom {
  std::size_t person;
  std::uint32_t value;
};

// All ways in which persons can have the values of their classes.
std::vector<std::vector<std::uint32_t>> worlds_of(const Classes& classes) {
  std::vector<std::vector<std::uint32_t>> worlds = {{}};
  for (const std::vector<std::uint32_t>& counts : classes) {
    std::vector<std::uint32_t> values;
    for (std::uint32_t value = 0; value < counts.size(); ++value)
      values.insert(values.end(), counts[value], value);
    std::vector<std::vector<std::uint32_t>> longer;
    do {
      for (const std::vector<std::uint32_t>& world : worlds) {
        longer.push_back(world);
        longer.back().insert(longer.back().end(), values.begin(), values.end());
      }
    } while (std::next_permutation(values.begin(), values.end()));
    worlds = std::move(longer);
  }
  return worlds;
}

// The most that k implications of any two atoms make of any atom; impossible cases are ignored.
double most_believed(const std::vector<std::vector<std::uint32_t>>& worlds, const std::vector<Atom>& atoms,
                     std::size_t k) {
  double most = 0.0;
  for (const Atom& wanted : atoms) {
    std::size_t have = 0;
    for (const auto& world : worlds) have += world[wanted.person] == wanted.value ? 1 : 0;
    most = std::max(most, static_cast<double>(have) / static_cast<double>(worlds.size()));
  }
  if (k == 0) return most;
  for (const Atom& from : atoms) {
    for (const Atom& to : atoms) {
      std::vector<std::vector<std::uint32_t>> left;
      for (const auto& world : worlds) {
        if (world[from.person] != from.value || world[to.person] == to.value) left.push_back(world);
      }
      if (!left.empty() && left.size() < worlds.size())
        most = std::max(most, most_believed(left, atoms, k - 1));
    }
  }
  return most;
}

TEST(WorstDisclosure, IsThatOfAllImplications) {
  Rng rng({9, 1});
  for (int trial = 0; trial < 40; ++trial) {
    Classes classes(1 + rng.below(2));
    std::vector<Atom> atoms;
    std::size_t person = 0;
    for (std::vector<std::uint32_t>& counts : classes) {
      counts = {1 + static_cast<std::uint32_t>(rng.below(2)), static_cast<std::uint32_t>(rng.below(2)),
                static_cast<std::uint32_t>(rng.below(2))};
      for (std::uint32_t i = 0; i < counts[0] + counts[1] + counts[2]; ++i, ++person) {
        for (std::uint32_t value = 0; value < 3; ++value) atoms.push_back({person, value});
      }
    }
    for (std::size_t k = 0; k <= 2; ++k) {
      EXPECT_NEAR(worst_disclosure(classes, k), most_believed(worlds_of(classes), atoms, k), 1e-12)
          << trial << ", " << k;
    }
  }
}

TEST(WorstDisclosure, ShrinksWhereClassesAreJoined) {
  Rng rng({9, 2});
  for (int trial = 0; trial < 500; ++trial) {
    Classes classes(3, std::vector<std::uint32_t>(4));
    std::vector<std::uint32_t> joined(4);
    for (auto& counts : classes) {
      for (auto& count : counts) count = static_cast<std::uint32_t>(rng.below(5));
      ++counts[0];
    }
    for (std::size_t value = 0; value < 4; ++value) joined[value] = classes[0][value] + classes[1][value];
    const std::size_t k = rng.below(5);
    EXPECT_LE(worst_disclosure({joined, classes[2]}, k), worst_disclosure(classes, k) + 1e-12);
  }
}

}  // namespace
}  // namespace sfumato::stats
