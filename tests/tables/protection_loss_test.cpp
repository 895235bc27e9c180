// Losses of protected tables against numbers computed by hand.
#include "tables/protection_loss.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "filled_table.hpp"
#include "tables/perturbation/perturbation.hpp"
#include "tabulation_records.hpp"

namespace sfumato::tables {
namespace {

// 20 = 4 + 6 + 0 + 10, each with its value as cost.
CellTable four() {
  CellTable table = testing::filled_table({testing::flat_dimension("t", 4)}, true, [n = 0]() mutable {
    constexpr std::int64_t values[] = {4, 6, 0, 10};
    return Decimal::whole(values[n++]);
  });
  for (Cell& cell : table.cells) cell.cost = cell.value;
  return table;
}

CellTable with_values(CellTable table, const std::vector<std::string>& values) {
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    table.cells[cell].value = Decimal::parse(values[cell]).value();
  }
  return table;
}

TEST(SuppressionLoss, CountsCellsValuesAndCosts) {
  CellTable table = four();
  table.cells[1].status = CellStatus::primary;
  table.cells[2].status = CellStatus::secondary;
  table.cells[2].cost = Decimal(25, 1);
  table.cells[4].status = CellStatus::kept;
  const SuppressionLoss loss = suppression_loss(table);
  EXPECT_EQ(loss.cells, 5U);
  EXPECT_EQ(loss.primary, 1U);
  EXPECT_EQ(loss.secondary, 1U);
  EXPECT_EQ(loss.primary_value, 4);
  EXPECT_EQ(loss.secondary_value, 6);
  EXPECT_EQ(loss.secondary_cost, 2.5);
  EXPECT_DOUBLE_EQ(loss.suppressed_share, 0.4);
  EXPECT_DOUBLE_EQ(loss.secondary_value_share, 6.0 / 40);
  EXPECT_DOUBLE_EQ(loss.secondary_cost_share, 2.5 / 36.5);
  EXPECT_EQ(suppression_loss(CellTable()).suppressed_share, 0);
}

TEST(DistanceLoss, HandComputed) {
  const DistanceLoss loss = distance_loss(four(), with_values(four(), {"20", "5", "4.5", "1", "9.5"}));
  EXPECT_EQ(loss.cells, 5U);
  EXPECT_EQ(loss.changed, 4U);
  EXPECT_DOUBLE_EQ(loss.total_absolute, 1 + 1.5 + 1 + 0.5);
  EXPECT_DOUBLE_EQ(loss.mean_absolute, 0.8);
  EXPECT_DOUBLE_EQ(loss.mean_relative, (0 + 0.25 + 0.25 + 0.05) / 4);
  EXPECT_DOUBLE_EQ(loss.weighted_absolute, (4 * 1 + 6 * 1.5 + 10 * 0.5) / 40.0);
  EXPECT_DOUBLE_EQ(loss.root_mean_square, std::sqrt((1 + 2.25 + 1 + 0.25) / 5));
  EXPECT_DOUBLE_EQ(loss.largest_absolute, 1.5);
  EXPECT_DOUBLE_EQ(loss.largest_relative, 0.25);
  EXPECT_EQ(loss.zeros_changed, 1U);
  EXPECT_EQ(loss.not_additive, 0U);
  ASSERT_TRUE(loss.hellinger);
  const auto part = [](double p, double q) { return std::pow(std::sqrt(p) - std::sqrt(q), 2); };
  EXPECT_NEAR(*loss.hellinger,
              std::sqrt((part(0.2, 0.25) + part(0.3, 0.225) + part(0, 0.05) + part(0.5, 0.475)) / 2), 1e-12);
}

TEST(DistanceLoss, OfATableFromItselfIsZero) {
  const DistanceLoss loss = distance_loss(four(), four());
  EXPECT_EQ(loss.changed, 0U);
  EXPECT_EQ(loss.total_absolute, 0);
  EXPECT_EQ(loss.weighted_absolute, 0);
  EXPECT_EQ(*loss.hellinger, 0);
}

TEST(DistanceLoss, CountsRelationsThatDoNotHold) {
  EXPECT_EQ(distance_loss(four(), with_values(four(), {"20", "5"})).not_additive, 1U);
}

// The finest cells of a perturbed table, which has no relations, are those of the original.
TEST(DistanceLoss, OfAPerturbedTable) {
  CellTable table = four();
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    table.keys.push_back(0x3333333333333333ULL * (cell + 1));
  }
  const Perturbation perturbed = perturb(table, make_ptable(2, 4, 0));
  const DistanceLoss loss = distance_loss(table, perturbed.table);
  EXPECT_EQ(loss.changed, perturbed.changed);
  EXPECT_EQ(loss.not_additive, perturbed.broken);
  EXPECT_EQ(loss.largest_absolute, static_cast<double>(perturbed.largest_noise));
  ASSERT_TRUE(loss.hellinger);
  EXPECT_GT(*loss.hellinger, 0);
  EXPECT_LT(*loss.hellinger, 1);
}

TEST(DistanceLoss, HasNoHellingerForSumsAndNegatives) {
  CellTable sums = four();
  sums.responses[0].counts = false;
  EXPECT_FALSE(distance_loss(sums, sums).hellinger);
  EXPECT_FALSE(distance_loss(four(), with_values(four(), {"20", "-4", "14"})).hellinger);
  EXPECT_FALSE(distance_loss(CellTable(), CellTable()).hellinger);
}

TEST(DistanceLoss, NeedsTheSameCells) {
  CellTable other = four();
  other.cells.pop_back();
  EXPECT_NE(complaint([&] { distance_loss(four(), other); }).message, "no error");
}

// Suppressed: 6 of 40. Changed: the 4 by 1, the 10 by 0.5, and the 0 to 2.
TEST(LostShares, HandComputed) {
  CellTable published = with_values(four(), {"20", "5", "6", "2", "9.5"});
  published.cells[2].status = CellStatus::secondary;
  CellTable original = four();
  for (Cell& cell : original.cells) cell.cost = Decimal::whole(2);
  const LostShares lost = lost_shares(original, published);
  EXPECT_DOUBLE_EQ(lost.value, (6 + 1 + 0.5 + 2) / 40);
  EXPECT_DOUBLE_EQ(lost.cells, 4.0 / 5);
  EXPECT_DOUBLE_EQ(lost.cost, 2 * (1 + 0.25 + 0.05 + 1) / 10);
  // With the values as costs, cost and value are equal for cells that are not 0.
  published.cells[3].value = Decimal();
  EXPECT_DOUBLE_EQ(lost_shares(four(), published).cost, lost_shares(four(), published).value);
  EXPECT_EQ(lost_shares(four(), four()).value, 0);
  EXPECT_EQ(lost_shares(CellTable(), CellTable()).cells, 0);
  published.cells.pop_back();
  EXPECT_NE(complaint([&] { lost_shares(original, published); }).message, "no error");
}

TEST(IntervalWidths, HandComputed) {
  Audit audit;
  const auto add = [&](std::size_t cell, Interval interval, double need_lower, double need_upper, bool safe) {
    AuditedCell& one = audit.cells.emplace_back();
    one.cell = cell;
    one.interval = interval;
    one.need_lower = need_lower;
    one.need_upper = need_upper;
    one.safe = safe;
  };
  add(1, {2, 8}, 3, 5, true);
  add(2, {6, 6}, 5, 7, false);
  audit.cells.back().need_width = 4;
  add(3, {0, 3}, 0, 0, true);
  add(4, {0, std::nullopt}, 9, 11, true);
  const IntervalWidths widths = interval_widths(four(), audit);
  EXPECT_EQ(widths.cells, 4U);
  EXPECT_EQ(widths.unsafe, 1U);
  EXPECT_EQ(widths.unbounded, 1U);
  EXPECT_EQ(widths.exact, 1U);
  EXPECT_DOUBLE_EQ(*widths.least_width, 0);
  EXPECT_DOUBLE_EQ(*widths.mean_width, 3);
  EXPECT_DOUBLE_EQ(*widths.least_relative, 0);
  EXPECT_DOUBLE_EQ(*widths.mean_relative, 0.75);
  EXPECT_DOUBLE_EQ(*widths.least_of_need, 0);
  EXPECT_DOUBLE_EQ(*widths.mean_of_need, 1.5);
  EXPECT_FALSE(interval_widths(four(), {}).mean_width);
}

// 20 = a + b + 0 + 10 published but for a and b: both lie between 0 and 10.
TEST(IntervalWidths, OfAnAudit) {
  CellTable table = four();
  table.cells[1].status = CellStatus::primary;
  table.cells[1].upper_level = table.cells[1].lower_level = Decimal::whole(2);
  table.cells[2].status = CellStatus::secondary;
  const IntervalWidths widths =
      interval_widths(table, audit(table, {.secondary_cells = true}, sfumato::Run({.threads = 1})));
  EXPECT_EQ(widths.cells, 2U);
  EXPECT_EQ(widths.unsafe, 0U);
  EXPECT_NEAR(*widths.least_width, 10, 1e-6);
  EXPECT_NEAR(*widths.mean_relative, (10.0 / 4 + 10.0 / 6) / 2, 1e-6);
  EXPECT_NEAR(*widths.mean_of_need, 2.5, 1e-6);
}

}  // namespace
}  // namespace sfumato::tables
