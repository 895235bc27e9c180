#include "masking/tree_chain.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "masking/drawn_records.hpp"
#include "support/mixed_people.hpp"
#include "support/tables.hpp"

namespace sfumato::masking {
namespace {

TEST(SynthesisColumn, KnowsWhatAColumnIs) {
  ColumnInfo number, name, day;
  number.name = "number";
  name.name = "name";
  name.kind = Kind::nominal;
  day.name = "day";
  day.kind = Kind::ordinal;
  Codes names;
  Numbers numbers;
  Dates days;
  for (int i = 0; i < 60; ++i) {
    names.codes.push_back(i);
    names.labels.push_back(std::to_string(i));
    numbers.push_back(0.25 * i);
    days.days.push_back(100 - i);
  }
  const Table table({number, name, day}, {numbers, names, days});
  const SynthesisColumn a = synthesis_column(table, 0), b = synthesis_column(table, 1),
                        c = synthesis_column(table, 2);
  EXPECT_TRUE(a.numbers && a.serves && !a.tree.categories);
  EXPECT_EQ(a.decimals, 2);
  EXPECT_TRUE(!b.numbers && !b.serves && b.tree.categories);  // 60 categories
  EXPECT_TRUE(c.numbers && c.serves && !c.tree.categories);   // dates are numbers
  EXPECT_EQ(c.tree.codes[0], 59U);
  EXPECT_FALSE(synthesis_column(testing::numbers_table({{"x", {std::nan("")}}}), 0).serves);
}

// x = 0 or 1, y = 10x + 0 … 4: the tree of y has a leaf for each x, and given x decides.
TEST(TreeChain, DrawsFromTheLeafOfTheGivenValues) {
  Numbers x, y;
  for (int i = 0; i < 40; ++i) {
    x.push_back(i % 2);
    y.push_back(10 * (i % 2) + i % 5);
  }
  const Table table = testing::numbers_table({{"x", x}, {"y", y}});
  const SynthesisColumn first = synthesis_column(table, 0), second = synthesis_column(table, 1);
  std::vector<std::uint32_t> rows(40);
  for (std::uint32_t i = 0; i < 40; ++i) rows[i] = i;
  const sfumato::Run run({.seed = 1});
  TreeOptions options;
  options.leaf = 10;
  const TreeChain given(rows, {{&first, rows}}, {&second}, options, run);
  const TreeChain both(rows, {}, {&first, &second}, options, run);
  EXPECT_EQ(given.leaves(0), 2U);
  EXPECT_EQ(given.predictors(0), 1U);
  EXPECT_EQ(both.leaves(0), 1U);
  EXPECT_EQ(both.predictors(0), 0U);
  Rng rng({1, 1});
  for (std::uint32_t i = 0; i < 50; ++i) {
    std::vector<std::uint32_t> codes = {i % 2, 0};
    std::vector<TreeChain::Cell> cell(1), cells(2);
    given.draw(codes, cell, rng);
    EXPECT_EQ(x[cell[0].row], i % 2);
    EXPECT_TRUE(std::isnan(cell[0].number));
    EXPECT_EQ(codes[1], second.tree.codes[cell[0].row]);
    both.draw(codes, cells, rng);
    EXPECT_EQ(y[cells[1].row] >= 10.0, x[cells[0].row] == 1.0);
  }
}

// Values that `leaf` records have stay; others move inside the range of their leaf.
TEST(TreeChain, SmoothsRareNumbersOnly) {
  Numbers y(20, 5.0);
  for (int i = 0; i < 20; ++i) y.push_back(100 + 10 * i);
  const Table table = testing::numbers_table({{"y", y}});
  const SynthesisColumn column = synthesis_column(table, 0);
  std::vector<std::uint32_t> rows(40);
  for (std::uint32_t i = 0; i < 40; ++i) rows[i] = i;
  TreeOptions options;
  options.smooth = true;
  const TreeChain chain(rows, {}, {&column}, options, sfumato::Run({.seed = 1}));
  Rng rng({2, 2});
  std::size_t moved = 0;
  for (int i = 0; i < 400; ++i) {
    std::vector<std::uint32_t> codes(1);
    std::vector<TreeChain::Cell> cells(1);
    chain.draw(codes, cells, rng);
    if (y[cells[0].row] == 5.0) {
      EXPECT_TRUE(std::isnan(cells[0].number));
    }
    if (std::isnan(cells[0].number)) continue;  // few others: those that were rounded back
    EXPECT_GE(cells[0].number, 5.0);
    EXPECT_LE(cells[0].number, 290.0);
    EXPECT_EQ(cells[0].number, std::floor(cells[0].number));
    ++moved;
  }
  EXPECT_NEAR(static_cast<double>(moved), 200.0, 60.0);
}

}  // namespace
}  // namespace sfumato::masking
