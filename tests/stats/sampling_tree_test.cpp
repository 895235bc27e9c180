#include "stats/models/sampling_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/error.hpp"

namespace sfumato::stats {
namespace {

const double missing = std::nan("");

std::vector<std::uint32_t> first(std::size_t count) {
  std::vector<std::uint32_t> records(count);
  std::iota(records.begin(), records.end(), 0U);
  return records;
}

TreeTarget numbers_target(std::vector<double> numbers) { return {std::move(numbers), {}, 0}; }
TreeTarget classes_target(std::vector<std::uint32_t> labels, std::size_t classes) {
  return {{}, std::move(labels), classes};
}

SamplingTree grown(const TreeTarget& target, const std::vector<TreeColumn>& columns, std::size_t leaf,
                   double complexity = 0.0) {
  const std::size_t records = target.classes == 0 ? target.numbers.size() : target.labels.size();
  return {
      target, columns, first(columns.size()), first(records), {leaf, complexity}, sfumato::Run({.seed = 1})};
}

// The records of a leaf, ascending.
std::vector<std::uint32_t> leaf_with(const SamplingTree& tree, std::vector<std::uint32_t> codes) {
  const auto members = tree.members(tree.leaf_of(codes));
  std::vector<std::uint32_t> result(members.begin(), members.end());
  std::sort(result.begin(), result.end());
  return result;
}

using Records = std::vector<std::uint32_t>;

TEST(TreeColumn, NumbersDistinctValuesAndPutsMissingLast) {
  const TreeColumn column = tree_column(std::vector<double>{5, missing, 1, 5, -0.0, 0.0}, false);
  EXPECT_EQ(column.values, (std::vector<double>{0, 1, 5}));
  EXPECT_EQ(column.codes, (Records{2, 3, 1, 2, 0, 0}));
  EXPECT_EQ(column.order, (Records{4, 5, 2, 0, 3, 1}));
  const TreeColumn taken = taking(column, Records{1, 0, 2, 2});
  EXPECT_EQ(taken.codes, (Records{3, 2, 1, 1}));
  EXPECT_EQ(taken.order, (Records{2, 3, 1, 0}));
  EXPECT_EQ(taken.values, column.values);
}

// y = 1, 1, 1, 9, 9, 9 at x = 1 … 6: the only good border is between 3 and 4. Squares about the mean 5 are
// 6·16 = 96, and 0 after it.
TEST(SamplingTree, SplitsNumbersByDeviance) {
  const std::vector<TreeColumn> columns = {tree_column(std::vector<double>{1, 2, 3, 4, 5, 6}, false)};
  const SamplingTree tree = grown(numbers_target({1, 1, 1, 9, 9, 9}), columns, 2);
  EXPECT_EQ(tree.leaves(), 2U);
  EXPECT_EQ(leaf_with(tree, {0}), (Records{0, 1, 2}));
  EXPECT_EQ(leaf_with(tree, {3}), (Records{3, 4, 5}));
  EXPECT_EQ(tree.used(), (Records{0}));
}

// Below 3·leaf records, and without a decrease above `complexity`, nothing is split.
TEST(SamplingTree, StopsAtItsLimits) {
  const std::vector<TreeColumn> columns = {tree_column(std::vector<double>{1, 2, 3, 4, 5, 6}, false)};
  EXPECT_EQ(grown(numbers_target({1, 1, 1, 9, 9, 9}), columns, 3).leaves(), 1U);
  // The split of 1 2 | 8 9 … decreases 61.33 of 62.33 in all, the others little.
  EXPECT_EQ(grown(numbers_target({1, 1, 2, 9, 9, 9}), columns, 1, 0.5).leaves(), 2U);
  EXPECT_EQ(grown(numbers_target({1, 1, 2, 9, 9, 9}), columns, 1, 1.0).leaves(), 1U);
  EXPECT_EQ(grown(numbers_target({4, 4, 4, 4, 4, 4}), columns, 1).leaves(), 1U);
  EXPECT_EQ(grown(numbers_target({4, 5, 4, 5, 4, 5}), {}, 1).leaves(), 1U);
}

// A border lies in the middle of two values: 4 of {1, 2, 10, 11} splits at 6, so that an unseen 5 goes left
// and 7 right.
TEST(SamplingTree, PutsBordersInTheMiddle) {
  std::vector<double> values = {1, 2, 10, 11, 5, 7};
  const std::vector<TreeColumn> columns = {tree_column(values, false)};  // codes 0 1 4 5 2 3
  const TreeTarget target = numbers_target({0, 0, 8, 8, 0, 0});
  const SamplingTree tree(target, columns, first(1), Records{0, 1, 2, 3}, {1, 0.0},
                          sfumato::Run({.seed = 1}));
  EXPECT_EQ(leaf_with(tree, {2}), (Records{0, 1}));
  EXPECT_EQ(leaf_with(tree, {3}), (Records{2, 3}));
}

TEST(SamplingTree, SendsMissingValuesWhereTheyFit) {
  const std::vector<TreeColumn> columns = {
      tree_column(std::vector<double>{1, 2, 3, 4, missing, missing}, false)};
  const SamplingTree low = grown(numbers_target({1, 1, 9, 9, 1, 1}), columns, 2);
  EXPECT_EQ(leaf_with(low, {4}), (Records{0, 1, 4, 5}));
  const SamplingTree high = grown(numbers_target({1, 1, 9, 9, 9, 9}), columns, 2);
  EXPECT_EQ(leaf_with(high, {4}), (Records{2, 3, 4, 5}));
  const SamplingTree alone = grown(numbers_target({1, 1, 1, 1, 9, 9}), columns, 2);
  EXPECT_EQ(leaf_with(alone, {4}), (Records{4, 5}));
  EXPECT_EQ(leaf_with(alone, {0}), (Records{0, 1, 2, 3}));
}

// What a node never saw goes to its larger side.
TEST(SamplingTree, SendsUnseenValuesToTheLargerSide) {
  const std::vector<double> town = {0, 0, 0, 0, 1, 1, 2};
  const std::vector<TreeColumn> columns = {tree_column(town, true)};
  const TreeTarget target = numbers_target({1, 1, 1, 1, 9, 9, 9});
  const SamplingTree tree(target, columns, first(1), Records{0, 1, 2, 3, 4, 5}, {2, 0.0},
                          sfumato::Run({.seed = 1}));
  EXPECT_EQ(leaf_with(tree, {2}), (Records{0, 1, 2, 3}));
  EXPECT_EQ(leaf_with(tree, {3}), (Records{0, 1, 2, 3}));  // missing
  const std::vector<TreeColumn> numbers = {tree_column(std::vector<double>{1, 1, 2, 2, 2, 2, 2}, false)};
  const TreeTarget two = numbers_target({1, 1, 9, 9, 9, 9, 9});
  EXPECT_EQ(leaf_with(grown(two, numbers, 2), {2}), (Records{2, 3, 4, 5, 6}));
}

// Categories 0 and 2 have class 1, category 1 has class 0: the positions are not in order, and one split
// does.
TEST(SamplingTree, SplitsCategoriesByTheirShares) {
  const std::vector<TreeColumn> columns = {tree_column(std::vector<double>{0, 0, 1, 1, 2, 2}, true)};
  const SamplingTree tree = grown(classes_target({1, 1, 0, 0, 1, 1}, 2), columns, 1);
  EXPECT_EQ(tree.leaves(), 2U);
  EXPECT_EQ(leaf_with(tree, {0}), (Records{0, 1, 4, 5}));
  EXPECT_EQ(leaf_with(tree, {1}), (Records{2, 3}));
}

// Of two equal predictors the first counts.
TEST(SamplingTree, TakesTheFirstOfEqualPredictors) {
  const TreeColumn column = tree_column(std::vector<double>{1, 2, 3, 4, 5, 6}, false);
  EXPECT_EQ(grown(numbers_target({1, 1, 1, 9, 9, 9}), {column, column}, 2).used(), (Records{0}));
}

// --- brute force ---

double impurity(const TreeTarget& target, const Records& records) {
  if (target.classes == 0) {
    double mean = 0.0, squares = 0.0;
    for (const auto r : records) mean += target.numbers[r] / static_cast<double>(records.size());
    for (const auto r : records) squares += (target.numbers[r] - mean) * (target.numbers[r] - mean);
    return squares;
  }
  std::map<std::uint32_t, double> counts;
  for (const auto r : records) ++counts[target.labels[r]];
  double sum = 0.0;
  for (const auto& [label, count] : counts) sum += count * count;
  return static_cast<double>(records.size()) - sum / static_cast<double>(records.size());
}

// The largest decrease over all subsets of the codes of a column that a split could put on one side.
double best_decrease(const TreeTarget& target, const TreeColumn& column, std::size_t leaf) {
  const Records all = first(column.codes.size());
  const std::uint32_t codes = column.missing() + 1;
  double best = 0.0;
  for (std::uint32_t set = 0; set < (1U << codes); ++set) {
    bool allowed = true;  // numbers: the codes of values on the left are the lowest ones
    for (std::uint32_t c = 0; !column.categories && c + 2 < codes; ++c) {
      allowed = allowed && (((set >> c) & 1U) != 0 || ((set >> (c + 1)) & 1U) == 0);
    }
    if (!allowed) continue;
    Records left, right;
    for (const auto r : all) (((set >> column.codes[r]) & 1U) != 0 ? left : right).push_back(r);
    if (left.size() < leaf || right.size() < leaf) continue;
    best = std::max(best, impurity(target, all) - impurity(target, left) - impurity(target, right));
  }
  return best;
}

// What the first split decreases, from a tree that may split once: its leaves of a complexity just below.
double found_decrease(const TreeTarget& target, const std::vector<TreeColumn>& columns, std::size_t leaf) {
  const Records all = first(columns[0].codes.size());
  const double root = impurity(target, all);
  // The complexity at which the tree ceases to split is the share of its first split.
  double low = 0.0, high = 1.0;
  for (int i = 0; i < 50; ++i) {
    const double middle = (low + high) / 2.0;
    (grown(target, columns, leaf, middle).leaves() > 1 ? low : high) = middle;
  }
  return root * high;
}

TEST(SamplingTree, FindsTheBestSplitOfSmallTables) {
  Rng rng({4, 4});
  for (int repeat = 0; repeat < 60; ++repeat) {
    std::vector<double> x, c, y;
    std::vector<std::uint32_t> two;
    for (int i = 0; i < 14; ++i) {
      x.push_back(rng.chance(0.2) ? missing : static_cast<double>(rng.below(5)));
      c.push_back(rng.chance(0.2) ? missing : static_cast<double>(rng.below(5)));
      y.push_back(static_cast<double>(rng.below(6)));
      two.push_back(static_cast<std::uint32_t>(rng.below(2)));
    }
    const std::vector<TreeColumn> columns = {tree_column(x, false), tree_column(c, true)};
    for (const TreeTarget& target : {numbers_target(y), classes_target(two, 2)}) {
      const double best =
          std::max(best_decrease(target, columns[0], 2), best_decrease(target, columns[1], 2));
      EXPECT_NEAR(found_decrease(target, columns, 2), best, 1e-9) << repeat;
    }
  }
}

// For more than two classes a bounded search cannot always be best; it must be near, and numbers are exact.
TEST(SamplingTree, FindsGoodSplitsForManyClasses) {
  Rng rng({5, 5});
  double found = 0.0, best = 0.0;
  for (int repeat = 0; repeat < 60; ++repeat) {
    std::vector<double> x, c;
    std::vector<std::uint32_t> labels;
    for (int i = 0; i < 14; ++i) {
      x.push_back(static_cast<double>(rng.below(5)));
      c.push_back(static_cast<double>(rng.below(5)));
      labels.push_back(static_cast<std::uint32_t>(rng.below(4)));
    }
    const TreeTarget target = classes_target(labels, 4);
    const std::vector<TreeColumn> numbers = {tree_column(x, false)}, categories = {tree_column(c, true)};
    EXPECT_NEAR(found_decrease(target, numbers, 2), best_decrease(target, numbers[0], 2), 1e-9) << repeat;
    found += found_decrease(target, categories, 2);
    best += best_decrease(target, categories[0], 2);
  }
  EXPECT_GE(found, 0.95 * best);
  EXPECT_LE(found, best + 1e-6);
}

// Whatever the data: every record is in one leaf, leaves are not too small, and a record finds its own leaf.
TEST(SamplingTree, PutsEveryRecordIntoItsLeaf) {
  Rng rng({6, 6});
  for (const std::size_t leaf : {1U, 5U, 30U}) {
    std::vector<double> x, c, y;
    for (int i = 0; i < 500; ++i) {
      x.push_back(rng.chance(0.1) ? missing : rng.normal());
      c.push_back(rng.chance(0.1) ? missing : static_cast<double>(rng.below(40)));
      y.push_back(rng.normal() + (std::isnan(x.back()) ? 3.0 : x.back()));
    }
    const std::vector<TreeColumn> columns = {tree_column(x, false), tree_column(c, true)};
    const SamplingTree tree = grown(numbers_target(y), columns, leaf);
    std::vector<int> seen(500, 0);
    for (std::size_t l = 0; l < tree.leaves(); ++l) {
      EXPECT_GE(tree.members(l).size(), leaf);
      for (const std::uint32_t record : tree.members(l)) {
        ++seen[record];
        EXPECT_EQ(tree.leaf_of(Records{columns[0].codes[record], columns[1].codes[record]}), l);
      }
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), 500);
  }
}

TEST(SamplingTree, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  const std::vector<double> x(5000, 1.0);
  EXPECT_THROW(SamplingTree(numbers_target(x), {tree_column(x, false)}, first(1), first(5000), {5, 0.0},
                            sfumato::Run({.seed = 1, .stop = source.get_token()})),
               Error);
}

}  // namespace
}  // namespace sfumato::stats
