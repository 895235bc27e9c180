// Levels of adjustment drawn from a range: what is accepted, that they are uniform and never below what is
// required, and that adjusted tables still add up.
#include "tables/adjustment/level_range.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/error.hpp"
#include "support/random_cell_table.hpp"
#include "tables/adjustment/adjust.hpp"

namespace sfumato::tables {
namespace {

sfumato::Run level_run(std::uint64_t seed) { return sfumato::Run({.seed = seed, .threads = 1}); }

CellTable many_sensitive(std::size_t count) {
  CellTable table;
  table.cells.resize(count);
  for (Cell& cell : table.cells) {
    cell.value = Decimal::whole(1000);
    cell.status = CellStatus::primary;
    cell.lower_level = cell.upper_level = Decimal::whole(100);
  }
  return table;
}

TEST(LevelRange, IsReadAsOneNumberOrTwo) {
  EXPECT_TRUE(parse_level_range("100").required_only());
  EXPECT_FALSE(parse_level_range("120").required_only());
  EXPECT_TRUE(parse_level_range("120").single());
  EXPECT_EQ(parse_level_range("100:150").text(), "100 to 150 %");
  EXPECT_EQ(parse_level_range("110.5:150").low, Decimal(1105, 1));
}

TEST(LevelRange, RefusesOtherTextsAndLevelsBelowTheRequiredOnes) {
  for (const char* typed : {"", "x", "90", "90:150", "150:100", "100:", "100:150:200", "100-150", "1e9",
                            "100:100000", "100.00001"}) {
    EXPECT_THROW(parse_level_range(typed), Error) << typed;
  }
  AdjustParams params;
  params.levels = "50:100";
  EXPECT_THROW(params.options(), Error);
}

// 20,000 draws in 20 classes: chi-square with 19 degrees of freedom is above 43.8 once in a thousand.
TEST(LevelRange, DrawsAreUniform) {
  const LevelRange range = parse_level_range("100:150");
  const std::vector<Decimal> drawn = drawn_percentages(many_sensitive(20'000), range, level_run(7));
  std::vector<double> classes(20, 0);
  for (const Decimal& percent : drawn) {
    ASSERT_GE(percent, range.low);
    ASSERT_LE(percent, range.high);
    ++classes[std::min<std::size_t>(19, static_cast<std::size_t>((percent.number() - 100) / 2.5))];
  }
  double chi_square = 0;
  for (const double count : classes) chi_square += (count - 1000) * (count - 1000) / 1000;
  EXPECT_LT(chi_square, 43.8);
  double next_differences = 0;  // neighbours are not correlated: the mean of |a − b| is a third of the range
  for (std::size_t i = 1; i < drawn.size(); ++i) {
    next_differences += std::abs((drawn[i] - drawn[i - 1]).number());
  }
  EXPECT_NEAR(next_differences / 19'999, 50.0 / 3, 0.3);
}

TEST(LevelRange, RunsWithoutASeedDrawDifferently) {
  const CellTable table = many_sensitive(10);
  const LevelRange range = parse_level_range("100:200");
  EXPECT_EQ(drawn_percentages(table, range, level_run(1)), drawn_percentages(table, range, level_run(1)));
  EXPECT_NE(drawn_percentages(table, range, level_run(1)), drawn_percentages(table, range, level_run(2)));
  EXPECT_NE(drawn_percentages(table, range, sfumato::Run()), drawn_percentages(table, range, sfumato::Run()));
}

// In a table of one column every cell is moved by at least the drawn level, and the sums hold exactly.
TEST(LevelRange, AdjustedCellsMoveByTheDrawnLevelAndTheTableAddsUp) {
  Rng rng({11, 12});
  std::size_t found = 0, moved = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const CellTable table = sfumato::testing::random_cell_table(rng, {.most_records = 25, .negative = false});
    AdjustmentOptions options;
    options.levels = parse_level_range("100:180");
    options.limit = optimize::Effort::work(5);
    const Adjustment made = adjust_table(table, options, level_run(static_cast<std::uint64_t>(trial)));
    if (!made.found) continue;
    ++found;
    check_additive(made.table);
    const std::set<std::size_t> lost(made.out_of_reach.begin(), made.out_of_reach.end());
    for (const AdjustedCell& one : made.cells) {
      if (lost.contains(one.cell)) continue;
      ++moved;
      EXPECT_TRUE(one.safe);
      EXPECT_GE(one.percent, Decimal::whole(100));
      const Decimal change = magnitude(one.published - one.value);
      const Cell& cell = table.cells[one.cell];
      const Decimal& level = one.published > one.value ? cell.upper_level : cell.lower_level;
      EXPECT_GE(change * Decimal::whole(100), level * one.percent);
    }
  }
  EXPECT_GT(found, 20U);
  EXPECT_GT(moved, 40U);
}

// Total = first + second, the first with levels of 10 around 100: the drawn level costs its share more.
TEST(LevelRange, TheCostOfRequiredLevelsIsReported) {
  CellTable table;
  table.cells.resize(3);
  for (std::size_t i = 0; i < 3; ++i)
    table.cells[i].value = Decimal::whole(i == 0 ? 300 : 100 * static_cast<int>(i));
  const Term terms[] = {{0, -1}, {1, 1}, {2, 1}};
  table.relations.add(Decimal(), terms);
  table.cells[1].status = CellStatus::primary;
  table.cells[1].lower_level = table.cells[1].upper_level = Decimal::whole(10);
  AdjustmentOptions options;
  options.weight = DistanceWeight::unity;
  options.limit = optimize::Effort::work(10);
  EXPECT_FALSE(adjust_table(table, options, level_run(1)).fixed_distance);
  options.levels = parse_level_range("150");
  const Adjustment made = adjust_table(table, options, level_run(1));
  ASSERT_TRUE(made.found);
  EXPECT_EQ(made.cells[0].percent, Decimal::whole(150));
  EXPECT_EQ(magnitude(made.cells[0].published - made.cells[0].value), Decimal::whole(15));
  EXPECT_EQ(made.cells[0].need_upper, Decimal::whole(110));
  EXPECT_DOUBLE_EQ(made.distance, 30);
  EXPECT_DOUBLE_EQ(made.fixed_distance.value(), 20);
}

}  // namespace
}  // namespace sfumato::tables
