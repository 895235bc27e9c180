#include "tables/audit/box_search.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "tables/audit/audit.hpp"
#include "tables/filled_table.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::filled_table;
using sfumato::testing::flat_dimension;

CellTable cube(Rng& rng, const std::vector<std::size_t>& sizes, std::uint64_t largest) {
  std::vector<Dimension> dimensions;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    dimensions.push_back(flat_dimension("d" + std::to_string(i), sizes[i]));
  }
  return filled_table(dimensions, false,
                      [&] { return Decimal::whole(static_cast<std::int64_t>(1 + rng.below(largest))); });
}

void suppress_leaves(CellTable& table) {
  const std::size_t width = table.dimensions.size() + 1;
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    bool leaf = true;
    for (std::size_t d = 0; d + 1 < width; ++d) leaf = leaf && table.coordinates[cell * width + d] != 0;
    if (leaf) table.cells[cell].status = CellStatus::secondary;
  }
}

// 2 × 2 × 2: the only deviation moves all eight leaves, neighbours in opposite directions.
TEST(BoxSearch, FindsTheOneBoxOfASmallCube) {
  Rng rng({3, 5});
  CellTable table = cube(rng, {2, 2, 2}, 9);
  suppress_leaves(table);
  const std::vector<AttackPart> parts = attack_parts(table, {});
  ASSERT_EQ(parts.size(), 1U);
  ASSERT_EQ(parts[0].cells.size(), 8U);
  BoxSearch boxes(table, parts[0]);
  const std::vector<Deviation> found = boxes.find({3, 1}, {});
  ASSERT_EQ(found.size(), 8U);
  EXPECT_EQ(found[0].place, 3U);
  EXPECT_EQ(found[0].amount, 1);
  double sum = 0;
  for (const Deviation& one : found) {
    EXPECT_EQ(std::abs(one.amount), 1);
    sum += one.amount;
  }
  EXPECT_EQ(sum, 0);
  std::vector<std::uint8_t> marked(8, 0);
  marked[6] = 1;
  EXPECT_TRUE(boxes.find({3, 1}, marked).empty());
  EXPECT_TRUE(boxes.find({3, 1e6}, {}).empty());  // more than the others can move
}

// Every deviation found keeps all relations and bounds, and does not move marked cells.
TEST(BoxSearch, FindsOnlyFeasibleDeviations) {
  Rng rng({8, 13});
  std::size_t found_some = 0;
  for (int round = 0; round < 60; ++round) {
    CellTable table = cube(rng, {2 + rng.below(3), 2 + rng.below(3), 2 + rng.below(4)}, 30);
    if (round % 3 == 0) table = cube(rng, {2, 3, 2, 2}, 30);
    for (Cell& cell : table.cells) {
      if (rng.chance(0.7)) cell.status = CellStatus::secondary;
    }
    for (const AttackPart& part : attack_parts(table, {})) {
      BoxSearch boxes(table, part);
      std::vector<std::uint8_t> marked(part.cells.size(), 0);
      for (std::uint8_t& mark : marked) mark = rng.chance(0.1) ? 1 : 0;
      for (std::size_t place = 0; place < part.cells.size(); ++place) {
        const double amount = (rng.chance(0.5) ? 1.0 : -1.0) * static_cast<double>(1 + rng.below(10));
        const std::vector<Deviation> found = boxes.find({place, amount}, marked);
        if (found.empty()) continue;
        ++found_some;
        std::map<std::size_t, double> moved;
        for (const Deviation& one : found) moved[one.place] += one.amount;
        ASSERT_EQ(moved.size(), found.size());
        EXPECT_EQ(moved.at(place), amount);
        for (const auto& [where, by] : moved) {
          EXPECT_EQ(marked[where], 0);
          EXPECT_LE(part.lower[where], by);
          EXPECT_GE(part.upper[where], by);
        }
        for (std::size_t row = 0; row < part.rows(); ++row) {
          double sum = 0;
          for (const AttackTerm& term : part.row(row)) {
            if (moved.contains(term.cell)) sum += term.coefficient * moved.at(term.cell);
          }
          EXPECT_EQ(sum, 0);
        }
      }
    }
  }
  EXPECT_GT(found_some, 300U);
}

// Boxes only replace linear programs: the verdict is that of exact intervals.
TEST(BoxSearch, DoesNotChangeTheVerdict) {
  Rng rng({21, 34});
  std::size_t safe = 0, unsafe = 0;
  const sfumato::Run run({.seed = 1});
  for (int round = 0; round < 80; ++round) {
    CellTable table = cube(rng, {2 + rng.below(2), 2 + rng.below(3), 3}, 20);
    const double share = 0.4 + 0.5 * rng.uniform();
    for (Cell& cell : table.cells) {
      if (rng.chance(share)) cell.status = CellStatus::secondary;
      if (!rng.chance(0.15)) continue;
      cell.status = CellStatus::primary;
      cell.lower_level = cell.upper_level = Decimal::whole(static_cast<std::int64_t>(rng.below(4)));
      if (rng.chance(0.3)) cell.sliding_level = Decimal::whole(static_cast<std::int64_t>(rng.below(12)));
    }
    const Audit full = audit(table, {.insiders = false}, run);
    const Audit verdict = audit(table, {.insiders = false, .verdict_only = true}, run);
    ASSERT_EQ(full.cells.size(), verdict.cells.size());
    for (std::size_t i = 0; i < full.cells.size(); ++i) {
      EXPECT_EQ(full.cells[i].safe, verdict.cells[i].safe) << round << ' ' << i;
      (full.cells[i].safe ? safe : unsafe) += 1;
    }
  }
  EXPECT_GT(safe, 50U);
  EXPECT_GT(unsafe, 50U);
}

}  // namespace
}  // namespace sfumato::tables
