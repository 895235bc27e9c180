// Controlled tabular adjustment against hand-made tables, against every choice of directions with another
// linear program, and properties over random tables.
#include "tables/adjustment/adjustment.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "support/random_cell_table.hpp"
#include "tables/filled_table.hpp"
#include "tables/plain_attacker.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::DenseSimplex;
using sfumato::testing::filled_table;
using sfumato::testing::flat_dimension;
using sfumato::testing::random_cell_table;
using sfumato::testing::random_table;
using sfumato::testing::RandomCells;
using sfumato::testing::Real;
using sfumato::testing::two_level_dimension;

sfumato::Run seeded(int threads = 1) { return sfumato::Run({.seed = 1, .threads = threads}); }

void make_sensitive(Cell& cell, std::int64_t lower_level, std::int64_t upper_level) {
  cell.status = CellStatus::primary;
  cell.lower_level = Decimal::whole(lower_level);
  cell.upper_level = Decimal::whole(upper_level);
}

// Total = first + second.
CellTable two_parts(std::int64_t first, std::int64_t second) {
  CellTable table;
  table.cells.resize(3);
  table.cells[0].value = Decimal::whole(first + second);
  table.cells[1].value = Decimal::whole(first);
  table.cells[2].value = Decimal::whole(second);
  const Term terms[] = {{0, -1}, {1, 1}, {2, 1}};
  table.relations.add(Decimal(), terms);
  return table;
}

AdjustmentOptions plainly() {
  AdjustmentOptions options;
  options.weight = DistanceWeight::unity;
  options.limit = optimize::Effort::work(60);
  return options;
}

// The first part moves by 2 downwards rather than 3 upwards, and one other cell follows it.
TEST(Adjustment, MovesASensitiveCellTheShorterWay) {
  CellTable table = two_parts(10, 20);
  make_sensitive(table.cells[1], 2, 3);
  const Adjustment adjusted = adjust_table(table, plainly(), seeded());
  ASSERT_TRUE(adjusted.found);
  EXPECT_TRUE(adjusted.safe());
  EXPECT_TRUE(adjusted.optimal);
  EXPECT_EQ(adjusted.values[1], Decimal::whole(8));
  EXPECT_DOUBLE_EQ(adjusted.distance, 4);
  EXPECT_DOUBLE_EQ(adjusted.bound, 4);
  EXPECT_EQ(adjusted.changed, 2U);
  check_table(adjusted.table);
  EXPECT_EQ(adjusted.table.cells[1].status, CellStatus::safe);
}

// In relative terms the total is the cheaper one to move: 2/10 + 2/30.
TEST(Adjustment, WeighsChangesByTheSizeOfCells) {
  CellTable table = two_parts(10, 20);
  make_sensitive(table.cells[1], 2, 3);
  const Adjustment adjusted = adjust_table(table, {}, seeded());
  EXPECT_EQ(adjusted.values[0], Decimal::whole(28));
  EXPECT_NEAR(adjusted.distance, 2.0 / 10 + 2.0 / 30, 1e-12);
  AdjustmentOptions fixed;
  fixed.fix_margins = true;
  const Adjustment held = adjust_table(table, fixed, seeded());
  EXPECT_EQ(held.values[0], Decimal::whole(30));
  EXPECT_EQ(held.values[2], Decimal::whole(22));
}

TEST(Adjustment, NeverLeavesASensitiveCellAsItIs) {
  CellTable table = two_parts(10, 20);
  make_sensitive(table.cells[1], 0, 0);
  const Adjustment adjusted = adjust_table(table, plainly(), seeded());
  EXPECT_TRUE(adjusted.safe());
  EXPECT_DOUBLE_EQ(adjusted.distance, 2);
}

// Levels finer than the table's decimals are rounded away from the value: 2.5 becomes 3 in a table of
// integers.
TEST(Adjustment, PublishesTheDecimalsOfTheTable) {
  CellTable table = two_parts(10, 20);
  table.cells[1].status = CellStatus::primary;
  table.cells[1].lower_level = table.cells[1].upper_level = Decimal(25, 1);
  const Adjustment adjusted = adjust_table(table, plainly(), seeded());
  EXPECT_TRUE(adjusted.safe());
  EXPECT_DOUBLE_EQ(adjusted.distance, 6);
  for (const Decimal& value : adjusted.values) EXPECT_TRUE(value.units_at(0).has_value());
}

TEST(Adjustment, LetsSensitiveCellsCompensateEachOther) {
  CellTable table = two_parts(10, 20);
  make_sensitive(table.cells[1], 3, 3);
  make_sensitive(table.cells[2], 4, 4);
  table.cells[0].status = CellStatus::kept;
  const Adjustment adjusted = adjust_table(table, plainly(), seeded());
  EXPECT_TRUE(adjusted.safe());
  EXPECT_EQ(adjusted.values[0], Decimal::whole(30));
  EXPECT_DOUBLE_EQ(adjusted.distance, 8);
}

TEST(Adjustment, ListsCellsThatCannotMoveFarEnough) {
  CellTable table = two_parts(10, 20);
  make_sensitive(table.cells[1], 5, 5);
  make_sensitive(table.cells[2], 1, 1);
  table.cells[1].lower = Decimal::whole(8);
  table.cells[1].upper = Decimal::whole(12);
  const Adjustment adjusted = adjust_table(table, plainly(), seeded());
  EXPECT_TRUE(adjusted.found);
  EXPECT_FALSE(adjusted.safe());
  EXPECT_EQ(adjusted.out_of_reach, std::vector<std::size_t>{1});
  EXPECT_FALSE(adjusted.notes.empty());
  EXPECT_TRUE(adjusted.cells[1].safe);
}

// The bounds of the first part would let it move, but with the other two cells kept the relation does not.
TEST(Adjustment, ListsCellsThatRelationsFix) {
  CellTable table = two_parts(10, 20);
  make_sensitive(table.cells[1], 5, 5);
  table.cells[0].status = table.cells[2].status = CellStatus::kept;
  const Adjustment adjusted = adjust_table(table, plainly(), seeded());
  EXPECT_TRUE(adjusted.found);
  EXPECT_EQ(adjusted.out_of_reach, std::vector<std::size_t>{1});
  EXPECT_EQ(adjusted.changed, 0U);
}

// Each of the two can go up alone; with the total kept they cannot both.
TEST(Adjustment, ListsCellsThatCannotMoveTogether) {
  CellTable table;
  table.cells.resize(4);
  const std::int64_t values[] = {60, 10, 20, 30};
  for (std::size_t i = 0; i < 4; ++i) table.cells[i].value = Decimal::whole(values[i]);
  const Term terms[] = {{0, -1}, {1, 1}, {2, 1}, {3, 1}};
  table.relations.add(Decimal(), terms);
  table.cells[0].status = CellStatus::kept;
  for (const std::size_t i : {1U, 2U}) {
    make_sensitive(table.cells[i], 5, 5);
    table.cells[i].lower = table.cells[i].value;
  }
  table.cells[3].lower = Decimal::whole(24);
  const Adjustment adjusted = adjust_table(table, plainly(), seeded());
  EXPECT_FALSE(adjusted.found);
  EXPECT_FALSE(adjusted.safe());
  ASSERT_FALSE(adjusted.conflicting.empty());
  EXPECT_TRUE(adjusted.conflicting.back() == 1 || adjusted.conflicting.back() == 2);
  EXPECT_TRUE(adjusted.out_of_reach.empty());
}

// The least distance over every choice of directions: for each, a dense simplex over deviations up and down,
// with slacks for their bounds. Levels and bounds are the table's; empty: no choice has a solution.
std::optional<double> least_distance(const CellTable& table) {
  const std::size_t count = table.cells.size();
  std::vector<std::size_t> sensitive;
  for (std::size_t i = 0; i < count; ++i) {
    if (table.cells[i].status == CellStatus::primary) sensitive.push_back(i);
  }
  std::optional<double> least;
  for (std::size_t choice = 0; choice < std::size_t{1} << sensitive.size(); ++choice) {
    std::vector<Real> low(2 * count, 0), high(2 * count, 0);
    for (std::size_t i = 0; i < count; ++i) {
      const Cell& cell = table.cells[i];
      const bool stays =
          cell.status == CellStatus::kept || (cell.value.is_zero() && cell.status != CellStatus::primary);
      high[2 * i] = stays ? 0 : cell.upper ? (*cell.upper - cell.value).number() : 1e6;
      high[2 * i + 1] = stays ? 0 : cell.lower ? (cell.value - *cell.lower).number() : 1e6;
    }
    bool possible = true;
    for (std::size_t k = 0; k < sensitive.size(); ++k) {
      const Cell& cell = table.cells[sensitive[k]];
      const bool up = ((choice >> k) & 1U) != 0;
      const std::size_t chosen = 2 * sensitive[k] + (up ? 0 : 1), other = 2 * sensitive[k] + (up ? 1 : 0);
      low[chosen] = std::max(1.0, (up ? cell.upper_level : cell.lower_level).number());
      high[other] = 0;
      possible = possible && low[chosen] <= high[chosen];
    }
    if (!possible) continue;
    const std::size_t width = 4 * count;
    std::vector<std::vector<Real>> rows;
    std::vector<Real> right;
    for (std::size_t r = 0; r < table.relations.count(); ++r) {
      rows.emplace_back(width, Real{0});
      right.push_back(0);
      for (const Term& term : table.relations.terms(r)) {
        const auto coefficient = static_cast<Real>(term.coefficient);
        rows.back()[2 * term.cell] += coefficient;
        rows.back()[2 * term.cell + 1] -= coefficient;
        right.back() -= coefficient * (low[2 * term.cell] - low[2 * term.cell + 1]);
      }
    }
    Real fixed = 0;
    for (std::size_t j = 0; j < 2 * count; ++j) {
      fixed += low[j];
      rows.emplace_back(width, Real{0});
      rows.back()[j] = rows.back()[2 * count + j] = 1;
      right.push_back(high[j] - low[j]);
    }
    DenseSimplex simplex(std::move(rows), std::move(right));
    if (!simplex.feasible()) continue;
    std::vector<Real> cost(width, Real{0});
    std::fill(cost.begin(), cost.begin() + static_cast<std::ptrdiff_t>(2 * count), Real{1});
    const auto distance = static_cast<double>(fixed + simplex.minimize(cost).value());
    if (!least || distance < *least) least = distance;
  }
  return least;
}

// The vertices of a two-dimensional table are integral: the least continuous distance is the least integer
// one.
TEST(Adjustment, IsAsCloseAsEveryChoiceOfDirections) {
  Rng rng({2, 7});
  int found = 0;
  for (int round = 0; round < 25; ++round) {
    CellTable table =
        random_table(rng, {flat_dimension("a", 2 + rng.below(2)), flat_dimension("b", 2)}, false, 40);
    for (Cell& cell : table.cells) {
      if (rng.chance(0.3)) cell.upper = cell.value + Decimal::whole(static_cast<std::int64_t>(rng.below(30)));
      if (rng.chance(0.1)) cell.status = CellStatus::kept;
    }
    for (std::size_t k = 0; k < 1 + rng.below(4); ++k) {
      make_sensitive(table.cells[rng.below(table.cells.size())], static_cast<std::int64_t>(rng.below(12)),
                     static_cast<std::int64_t>(rng.below(12)));
    }
    const std::optional<double> least = least_distance(table);
    const Adjustment adjusted = adjust_table(table, plainly(), seeded());
    EXPECT_EQ(least.has_value(), adjusted.safe()) << round;
    if (!least || !adjusted.safe()) continue;
    ++found;
    EXPECT_TRUE(adjusted.optimal) << round;
    EXPECT_NEAR(adjusted.distance, *least, 1e-6) << round;
    EXPECT_NEAR(adjusted.bound, *least, 1e-4) << round;
  }
  EXPECT_GT(found, 10);
}

TEST(Adjustment, BoundsTheDistanceOfDeepTables) {
  Rng rng({2, 8});
  for (int round = 0; round < 8; ++round) {
    std::vector<Dimension> dimensions{flat_dimension("a", 2), flat_dimension("b", 2), flat_dimension("c", 2)};
    if (round % 2 == 1) dimensions = {two_level_dimension("a"), flat_dimension("b", 2)};
    CellTable table = random_table(rng, dimensions, false, 40);
    for (std::size_t k = 0; k < 3; ++k) make_sensitive(table.cells[rng.below(table.cells.size())], 4, 6);
    const std::optional<double> least = least_distance(table);
    const Adjustment adjusted = adjust_table(table, plainly(), seeded());
    ASSERT_EQ(least.has_value(), adjusted.safe()) << round;
    if (!least) continue;
    EXPECT_GE(adjusted.distance, *least - 1e-6) << round;
    EXPECT_TRUE(adjusted.optimal) << round;
    EXPECT_LE(adjusted.distance, *least * 1.2 + 1) << round;
  }
}

void expect_adjusted(const CellTable& table, const Adjustment& adjusted) {
  check_table(adjusted.table);
  const std::vector<PriorBounds> prior = prior_bounds(table, std::nullopt);
  const int decimals = exact_units(table).decimals;
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    const Cell& cell = table.cells[i];
    const Decimal& published = adjusted.values[i];
    EXPECT_EQ(adjusted.table.cells[i].value, published);
    EXPECT_TRUE(published.units_at(decimals).has_value());
    EXPECT_TRUE(cell.status != CellStatus::kept || published == cell.value);
    EXPECT_TRUE(cell.status == CellStatus::primary || !cell.value.is_zero() || published.is_zero());
    EXPECT_TRUE(!prior[i].lower || published >= *prior[i].lower) << cell_name(table, i);
    EXPECT_TRUE(!prior[i].upper || published <= *prior[i].upper) << cell_name(table, i);
    const bool lost = std::binary_search(adjusted.out_of_reach.begin(), adjusted.out_of_reach.end(), i);
    if (cell.status != CellStatus::primary || lost) continue;
    EXPECT_NE(published, cell.value);
    EXPECT_TRUE(published >= cell.value + cell.upper_level || published <= cell.value - cell.lower_level)
        << cell_name(table, i);
  }
  EXPECT_LE(adjusted.bound, adjusted.distance * (1 + 1e-9));
}

TEST(Adjustment, KeepsItsGuaranteesOnRandomTables) {
  Rng rng({2, 9});
  int found = 0, safe = 0;
  for (int round = 0; round < 80; ++round) {
    RandomCells cells;
    cells.negative = round % 3 == 0;
    cells.most_records = 25;
    cells.most_leaves = 4;
    CellTable table = random_cell_table(rng, cells);
    for (Cell& cell : table.cells) {
      if (cell.status == CellStatus::kept && rng.chance(0.8)) cell.status = CellStatus::safe;
      if (cell.status == CellStatus::primary && rng.chance(0.6)) cell.status = CellStatus::safe;
    }
    AdjustmentOptions options;
    options.limit = optimize::Effort::work(4);
    options.weight = static_cast<DistanceWeight>(rng.below(3));
    const Adjustment adjusted = adjust_table(table, options, seeded());
    if (!adjusted.found) {
      EXPECT_FALSE(adjusted.conflicting.empty());
      continue;
    }
    ++found;
    safe += adjusted.safe() ? 1 : 0;
    expect_adjusted(table, adjusted);
  }
  EXPECT_GT(found, 40);
  EXPECT_GT(safe, 10);
}

TEST(Adjustment, IsTheSameForAnyNumberOfThreads) {
  Rng rng({2, 10});
  CellTable table = random_table(rng, {flat_dimension("a", 4), flat_dimension("b", 4)}, false, 100);
  for (const std::size_t cell : {6U, 7U, 13U, 19U}) make_sensitive(table.cells[cell], 7, 9);
  const Adjustment one = adjust_table(table, plainly(), seeded(1));
  ASSERT_TRUE(one.optimal);
  EXPECT_EQ(one.values, adjust_table(table, plainly(), seeded(8)).values);
}

TEST(Adjustment, ReachesExactDecimalsOfLargeNumbers) {
  CellTable table = two_parts(0, 0);
  table.cells[1].value = Decimal::parse("98765432109.87").value();
  table.cells[2].value = Decimal::parse("0.04").value();
  table.cells[0].value = Decimal::parse("98765432109.91").value();
  make_sensitive(table.cells[1], 12345678901, 12345678902);
  table.cells[2].status = CellStatus::kept;
  const Adjustment adjusted = adjust_table(table, plainly(), seeded());
  EXPECT_TRUE(adjusted.safe());
  EXPECT_EQ(adjusted.values[1].text(), "86419753208.87");
  EXPECT_EQ(adjusted.values[0].text(), "86419753208.91");
}

TEST(Adjustment, RefusesInvalidOptions) {
  const CellTable table = two_parts(10, 20);
  AdjustmentOptions options;
  options.limit = optimize::Effort::seconds(0);
  EXPECT_THROW(adjust_table(table, options, seeded()), Error);
  options = {};
  options.gap = -1;
  EXPECT_THROW(adjust_table(table, options, seeded()), Error);
  options = {};
  options.weight = DistanceWeight::cost;
  CellTable negative = table;
  negative.cells[0].cost = Decimal::whole(-1);
  EXPECT_THROW(adjust_table(negative, options, seeded()), Error);
  CellTable broken = table;
  broken.cells[0].value = Decimal::whole(31);
  EXPECT_THROW(adjust_table(broken, {}, seeded()), Error);
}

TEST(Adjustment, LeavesATableWithoutSensitiveCellsAsItIs) {
  const CellTable table = two_parts(10, 20);
  const Adjustment adjusted = adjust_table(table, {}, seeded());
  EXPECT_TRUE(adjusted.safe());
  EXPECT_TRUE(adjusted.optimal);
  EXPECT_EQ(adjusted.distance, 0);
}

}  // namespace
}  // namespace sfumato::tables
