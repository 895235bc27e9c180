#include "tables/dimension.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace sfumato::tables {
namespace {

using Codes = std::vector<std::string>;

CodeTree tree(std::vector<TreeNode> nodes) { return {std::move(nodes), "the tree"}; }

std::string complaint(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.message;
  }
  return "no error";
}

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

TEST(Dimension, HoldsHierarchiesThatDoNotNest) {
  const Dimension age = make_dimension("age", "Total", {"1", "2", "3"},
                                       {tree({{"low", {}}, {"1", 0}, {"2", 0}, {"3", {}}}),
                                        tree({{"1", {}}, {"high", {}}, {"2", 1}, {"3", 1}})});
  EXPECT_EQ(age.codes, (Codes{"Total", "low", "1", "2", "3", "high"}));
  EXPECT_EQ(age.sums, (std::vector<CodeSum>{{0, {1, 4}}, {1, {2, 3}}, {0, {2, 5}}, {5, {3, 4}}}));
}

TEST(Dimension, NamesCodesThatATreeDoesNotKnowOrDividesFurther) {
  const CodeTree known = tree({{"N", {}}, {"1", 0}});
  EXPECT_EQ(complaint([&] {
              make_dimension("region", "Total", {"1", "9"}, {known});
            }),
            "'region' has '9', which the tree does not know");
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
            "in 'age' the code 'low' stands for different codes in two hierarchies");
}

TEST(Dimension, RefusesATotalThatIsACode) {
  EXPECT_EQ(complaint([] {
              make_dimension("town", "A", {"A", "B"}, {});
            }),
            "'A' is a code of 'town' and the name of its total");
}

TEST(Dimension, IsCheckedForCirclesLostAndRepeatedCodes) {
  Dimension circle{"d", {"T", "a", "b"}, {}, {{0, {1}}, {1, {2}}, {2, {1}}}};
  EXPECT_EQ(complaint([&] { check_dimension(circle); }), "the code 'T' of 'd' is part of itself");
  Dimension lost{"d", {"T", "a", "b"}, {}, {{0, {1}}}};
  EXPECT_EQ(complaint([&] { check_dimension(lost); }), "the code 'b' of 'd' is part of nothing");
  Dimension twice{"d", {"T", "a", "a"}, {}, {{0, {1, 2}}}};
  EXPECT_EQ(complaint([&] { check_dimension(twice); }), "the dimension 'd' has the code 'a' twice");
  Dimension doubled{"d", {"T", "a"}, {}, {{0, {1, 1}}}};
  EXPECT_EQ(complaint([&] { check_dimension(doubled); }), "in 'd' the code 'T' has 'a' twice below it");
  Dimension unknown{"d", {"T", "a"}, {}, {{0, {1, 5}}}};
  EXPECT_EQ(complaint([&] { check_dimension(unknown); }), "'T' of 'd' has an unknown code below it");
}

}  // namespace
}  // namespace sfumato::tables
