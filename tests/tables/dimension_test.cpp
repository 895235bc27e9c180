#include "tables/dimension.hpp"
#include "support/complaint.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "core/error.hpp"
#include "core/rng.hpp"

namespace sfumato::tables {
namespace {

using Codes = std::vector<std::string>;

CodeTree tree(std::vector<TreeNode> nodes) { return {std::move(nodes), "the tree"}; }

using sfumato::testing::complaint;

TEST(Dimension, IsFlatWithoutATree) {
  const Dimension town = make_dimension("town", "Total", {"A", "B"}, {});
  EXPECT_EQ(town.codes, (Codes{"Total", "A", "B"}));
  EXPECT_EQ(town.sums, (std::vector<CodeSum>{{0, {1, 2}}}));
}

TEST(Dimension, TakesTheCodesBetweenFromItsTree) {
  const Dimension region =
      make_dimension("region", "Total", {"1", "2", "3"},
                     {tree({{"N", {}}, {"1", 0}, {"2", 0}, {"S", {}}, {"3", 3}, {"4", 3}})});
  EXPECT_EQ(region.codes, (Codes{"Total", "N", "1", "2", "S", "3", "4"}));
  EXPECT_EQ(region.sums, (std::vector<CodeSum>{{0, {1, 4}}, {1, {2, 3}}, {4, {5, 6}}}));
  EXPECT_TRUE(region.is_sum(1));
  EXPECT_FALSE(region.is_sum(2));
  EXPECT_EQ(leaves_below(region)[0], (std::vector<std::size_t>{2, 3, 5, 6}));
}

TEST(Dimension, StoresHierarchiesThatDoNotNest) {
  const Dimension age = make_dimension("age", "Total", {"1", "2", "3"},
                                       {tree({{"low", {}}, {"1", 0}, {"2", 0}, {"3", {}}}),
                                        tree({{"1", {}}, {"high", {}}, {"2", 1}, {"3", 1}})});
  EXPECT_EQ(age.codes, (Codes{"Total", "low", "1", "2", "3", "high"}));
  EXPECT_EQ(age.sums, (std::vector<CodeSum>{{0, {1, 4}}, {1, {2, 3}}, {0, {2, 5}}, {5, {3, 4}}}));
}

TEST(Dimension, NamesCodesThatATreeLacksOrDividesFurther) {
  const CodeTree known = tree({{"N", {}}, {"1", 0}});
  EXPECT_EQ(complaint([&] {
              make_dimension("region", "Total", {"1", "9"}, {known});
            }),
            "'region' has '9', missing in the tree");
  EXPECT_EQ(complaint([&] { make_dimension("region", "Total", {"N"}, {known}); }),
            "'region' has 'N', which the tree divides further");
  EXPECT_EQ(complaint([&] {
              make_dimension("region", "Total", {"1"}, {tree({{"1", {}}, {"2", {}}})}, false);
            }),
            "the tree has '2', which 'region' does not have");
}

TEST(Dimension, RefusesACodeOfTwoMeanings) {
  EXPECT_EQ(complaint([] {
              make_dimension("age", "Total", {"1", "2", "3"},
                             {tree({{"low", {}}, {"1", 0}, {"2", 0}, {"3", {}}}),
                              tree({{"low", {}}, {"1", 0}, {"3", 0}, {"2", {}}})});
            }),
            "in 'age' the code 'low' represents different codes in two hierarchies");
}

TEST(Dimension, RefusesATotalThatIsACode) {
  EXPECT_EQ(complaint([] {
              make_dimension("town", "A", {"A", "B"}, {});
            }),
            "'A' is a code of 'town' and the name of its total");
}

TEST(Dimension, IsCheckedForCyclesLostAndRepeatedCodes) {
  Dimension cycle{"d", {"T", "a", "b"}, {}, {{0, {1}}, {1, {2}}, {2, {1}}}};
  EXPECT_EQ(complaint([&] { check_dimension(cycle); }), "the code 'a' of 'd' is part of itself");
  Dimension itself{"d", {"T", "a"}, {}, {{0, {1}}, {1, {1}}}};
  EXPECT_EQ(complaint([&] { check_dimension(itself); }), "the code 'a' of 'd' is part of itself");
  Dimension lost{"d", {"T", "a", "b"}, {}, {{0, {1}}}};
  EXPECT_EQ(complaint([&] { check_dimension(lost); }), "the code 'b' of 'd' is not part of any sum");
  Dimension twice{"d", {"T", "a", "a"}, {}, {{0, {1, 2}}}};
  EXPECT_EQ(complaint([&] { check_dimension(twice); }), "the dimension 'd' has the code 'a' twice");
  Dimension doubled{"d", {"T", "a"}, {}, {{0, {1, 1}}}};
  EXPECT_EQ(complaint([&] { check_dimension(doubled); }), "in 'd' the code 'T' has 'a' twice below it");
  Dimension unknown{"d", {"T", "a"}, {}, {{0, {1, 5}}}};
  EXPECT_EQ(complaint([&] { check_dimension(unknown); }), "'T' of 'd' has an unknown code below it");
}

// Both codes of a level are the sum of both below it: the lists of leaves would double with every level.
TEST(Dimension, RefusesLeavesThatDoubleWithEveryLevel) {
  Dimension doubling{"d", {"T", "x0", "y0"}, {}, {{0, {1, 2}}}};
  for (std::size_t level = 1; level <= 60; ++level) {
    doubling.codes.push_back("x" + std::to_string(level));
    doubling.codes.push_back("y" + std::to_string(level));
    const std::vector<std::size_t> below{2 * level + 1, 2 * level + 2};
    doubling.sums.push_back({2 * level - 1, below});
    doubling.sums.push_back({2 * level, below});
  }
  EXPECT_EQ(complaint([&] { check_dimension(doubling); }).substr(0, 32), "in 'd' the code 'x58' has 'y60' ");
}

// A list of leaves for each of the codes above them would be billions of entries.
TEST(Dimension, TakesManyCodesAboveTheSameLeaves) {
  constexpr std::size_t many = 50'000;
  Dimension wide{"d", {"T", "all"}, {}, {{1, {}}, {0, {1}}}};
  for (std::size_t i = 0; i < many; ++i) {
    wide.codes.push_back("leaf" + std::to_string(i));
    wide.sums[0].children.push_back(wide.codes.size() - 1);
  }
  for (std::size_t i = 0; i < many; ++i) {
    wide.codes.push_back("same" + std::to_string(i));
    wide.sums.push_back({wide.codes.size() - 1, {1}});
    wide.sums.push_back({0, {wide.codes.size() - 1}});
  }
  check_dimension(wide);
  wide.sums.back().children.push_back(2);
  EXPECT_NE(complaint([&] { check_dimension(wide); }), "no error");
}

// Against lists of leaves made one by one from random sums.
TEST(Dimension, AgreesWithListsOfLeavesOnRandomSums) {
  Rng rng({9, 21});
  std::size_t good = 0;
  std::size_t bad = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const std::size_t count = 3 + rng.below(5);
    Dimension dimension{"d", {}, {}, {}};
    for (std::size_t i = 0; i < count; ++i) dimension.codes.push_back(std::to_string(i));
    for (std::size_t parent = 0; parent + 1 < count; ++parent) {
      for (std::uint64_t sums = rng.below(parent == 0 ? 2 : 3) + (parent == 0 ? 1 : 0); sums > 0; --sums) {
        CodeSum sum{parent, {}};
        for (std::size_t child = parent + 1; child < count; ++child) {
          if (rng.below(2) == 0) sum.children.push_back(child);
        }
        if (!sum.children.empty()) dimension.sums.push_back(sum);
      }
    }
    const std::string said = complaint([&] { check_dimension(dimension); });
    if (said.ends_with("is not part of any sum")) continue;
    // Later codes are below earlier ones, so that lists are made from the last code to the first.
    std::vector<std::multiset<std::size_t>> leaves(count);
    bool sound = true;
    for (std::size_t code = count; code-- > 0;) {
      bool first = true;
      for (const CodeSum& sum : dimension.sums) {
        if (sum.parent != code) continue;
        std::multiset<std::size_t> all;
        for (const std::size_t child : sum.children) all.insert(leaves[child].begin(), leaves[child].end());
        sound = sound && std::set<std::size_t>(all.begin(), all.end()).size() == all.size();
        sound = sound && (first || all == leaves[code]);
        leaves[code] = all;
        first = false;
      }
      if (first) leaves[code] = {code};
    }
    EXPECT_EQ(said == "no error", sound) << said;
    ++(sound ? good : bad);
  }
  EXPECT_GT(good, 50U);
  EXPECT_GT(bad, 50U);
}

}  // namespace
}  // namespace sfumato::tables
