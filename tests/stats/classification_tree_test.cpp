// Trees by hand and against a simple recursive implementation that tries every split.
#include "stats/models/classification_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

TreeFit grown(const Matrix& values, const std::vector<std::size_t>& categories,
              const std::vector<std::uint8_t>& classes, TreeLimits limits, int threads = 2) {
  const sfumato::Run run({.seed = 1, .threads = threads});
  return TreeGrower(values, categories, limits, run).grow(classes);
}

double impurity(const std::vector<std::size_t>& rows, const std::vector<std::uint8_t>& classes) {
  double ones = 0.0;
  for (const std::size_t row : rows) ones += classes[row];
  return rows.empty() ? 0.0 : 2.0 * ones * (1.0 - ones / static_cast<double>(rows.size()));
}

// Tries, for numbers, every threshold and, for categories, every subset.
struct Twin {
  const Matrix& values;
  const std::vector<std::size_t>& categories;
  const std::vector<std::uint8_t>& classes;
  TreeLimits limits;
  std::vector<double> shares;
  std::size_t leaves = 0;

  void split(const std::vector<std::size_t>& rows, std::size_t depth, double root) {
    double best = limits.gain * root;
    std::vector<std::size_t> best_left, best_right;
    const auto consider = [&](auto goes_left) {
      std::vector<std::size_t> left, right;
      for (const std::size_t row : rows) (goes_left(row) ? left : right).push_back(row);
      if (left.size() < limits.leaf || right.size() < limits.leaf) return;
      const double gain = impurity(rows, classes) - impurity(left, classes) - impurity(right, classes);
      if (gain > best + 1e-9) {
        best = gain;
        best_left = left;
        best_right = right;
      }
    };
    for (std::size_t j = 0; depth < limits.depth && j < values.columns(); ++j) {
      std::set<double> seen;
      for (const std::size_t row : rows) seen.insert(values(row, j));
      if (categories[j] == 0) {
        for (const double at : seen) consider([&](std::size_t row) { return values(row, j) <= at; });
      } else {
        for (std::size_t subset = 1; subset + 1 < (std::size_t{1} << categories[j]); ++subset) {
          consider([&](std::size_t row) {
            return ((subset >> static_cast<std::size_t>(values(row, j))) & 1) != 0;
          });
        }
      }
    }
    if (best_left.empty()) {
      ++leaves;
      double ones = 0.0;
      for (const std::size_t row : rows) ones += classes[row];
      for (const std::size_t row : rows) shares[row] = ones / static_cast<double>(rows.size());
      return;
    }
    split(best_left, depth + 1, root);
    split(best_right, depth + 1, root);
  }
};

// Subsets of categories may tie, and then trees differ below: those are compared by the impurity after
// one split, trees of numbers leaf by leaf.
TEST(ClassificationTree, EqualsARecursiveReference) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng({seed, 6});
    const std::size_t rows = 60 + rng.below(60);
    Matrix values(rows, 3);
    const std::vector<std::size_t> categories{0, seed % 2 == 0 ? 0U : 4U, 0};
    std::vector<std::uint8_t> classes(rows);
    for (std::size_t i = 0; i < rows; ++i) {
      values(i, 0) = rng.normal();
      values(i, 1) = static_cast<double>(rng.below(4));
      values(i, 2) = rng.normal();
      classes[i] = rng.chance(values(i, 0) > 0.0 && values(i, 1) != 2.0 ? 0.8 : 0.3) ? 1 : 0;
    }
    const TreeLimits limits{.leaf = 5, .depth = seed % 2 == 0 ? 4U : 1U, .gain = 1e-3};
    const TreeFit fit = grown(values, categories, classes, limits);
    Twin twin{values, categories, classes, limits, std::vector<double>(rows)};
    std::vector<std::size_t> all(rows);
    for (std::size_t i = 0; i < rows; ++i) all[i] = i;
    twin.split(all, 0, impurity(all, classes));
    EXPECT_EQ(fit.leaves, twin.leaves) << seed;
    double found = 0.0, expected = 0.0;
    for (std::size_t i = 0; i < rows; ++i) {
      found += fit.shares[i] * (1.0 - fit.shares[i]);
      expected += twin.shares[i] * (1.0 - twin.shares[i]);
      if (seed % 2 == 0) {
        EXPECT_NEAR(fit.shares[i], twin.shares[i], 1e-12) << seed;
      }
    }
    EXPECT_NEAR(found, expected, 1e-9) << seed;
  }
}

TEST(ClassificationTree, ByHand) {
  Matrix values(6, 1);
  for (std::size_t i = 0; i < 6; ++i) values(i, 0) = static_cast<double>(i < 5 ? i : 4);
  const std::vector<std::uint8_t> classes{0, 0, 1, 1, 1, 0};
  // {0, 1} against the rest is the best split; the rest could only be split at 4, which gains too.
  const TreeFit fit = grown(values, {0}, classes, {.leaf = 2});
  EXPECT_EQ(fit.leaves, 3U);
  EXPECT_EQ(fit.depth, 2U);
  EXPECT_EQ(fit.shares, (std::vector<double>{0, 0, 1, 1, 0.5, 0.5}));
  EXPECT_EQ(grown(values, {0}, classes, {.leaf = 3}).shares,
            (std::vector<double>{1.0 / 3, 1.0 / 3, 1.0 / 3, 2.0 / 3, 2.0 / 3, 2.0 / 3}));
  EXPECT_EQ(grown(values, {0}, classes, {.leaf = 4}).leaves, 1U);
  EXPECT_EQ(grown(values, {0}, classes, {.leaf = 2, .depth = 0}).leaves, 1U);
}

TEST(ClassificationTree, RespectsItsLeafSize) {
  Rng rng({3, 3});
  Matrix values(5000, 2);
  std::vector<std::uint8_t> classes(5000);
  for (std::size_t i = 0; i < 5000; ++i) {
    values(i, 0) = rng.normal();
    values(i, 1) = static_cast<double>(rng.below(30));
    classes[i] = rng.chance(0.5) ? 1 : 0;
  }
  const TreeFit one = grown(values, {0, 30}, classes, {}, 1), eight = grown(values, {0, 30}, classes, {}, 8);
  EXPECT_EQ(one.shares, eight.shares);
  EXPECT_GT(one.leaves, 50U);
  EXPECT_LE(one.leaves, 250U);
}

TEST(ClassificationTree, TakesNothingToSplit) {
  EXPECT_EQ(grown(Matrix(30, 0), {}, std::vector<std::uint8_t>(30, 1), {.leaf = 1}).leaves, 1U);
  EXPECT_EQ(grown(Matrix(1, 1), {0}, {0}, {.leaf = 1}).shares, std::vector<double>{0.0});
  EXPECT_EQ(grown(Matrix(50, 1), {0}, std::vector<std::uint8_t>(50, 0), {.leaf = 1}).leaves, 1U);
}

}  // namespace
}  // namespace sfumato::stats
