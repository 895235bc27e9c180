#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "tables/audit/attack_bounds.hpp"
#include "tables/audit/attack_program.hpp"
#include "tables/audit/attack_system.hpp"
#include "tables/filled_table.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::flat_dimension;

// Cells of value 10, all suppressed, with the given relations.
CellTable of_tens(std::size_t cells, const std::vector<std::vector<Term>>& relations) {
  CellTable table;
  table.cells.resize(cells);
  for (Cell& cell : table.cells) {
    cell.value = Decimal::whole(10);
    cell.status = CellStatus::secondary;
  }
  for (const std::vector<Term>& terms : relations) {
    std::int64_t sum = 0;
    for (const Term& term : terms) sum += term.coefficient * 10;
    table.relations.add(Decimal::whole(sum), terms);
  }
  return table;
}

TEST(AttackSystem, SplitsIntoPartsAndDropsEqualRows) {
  CellTable table = of_tens(7, {{{0, 1}, {1, 1}, {6, 1}},     // 6 is published
                                {{2, 2}, {1, 0}, {3, -2}},    // the same as 2 - 3
                                {{3, 1}, {2, -1}},            // equal to the row before
                                {{6, 1}},                     // empty
                                {{4, 1}, {4, -1}, {5, 3}}});  // 5 alone
  table.cells[6].status = CellStatus::safe;
  const std::vector<AttackPart> parts = attack_parts(table, {});
  ASSERT_EQ(parts.size(), 4U);
  EXPECT_EQ(parts[0].cells, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(parts[1].cells, (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(parts[1].relations, (std::vector<std::size_t>{1}));
  EXPECT_EQ(parts[1].row(0)[1].coefficient, -1);
  EXPECT_EQ(parts[2].cells, (std::vector<std::size_t>{4}));
  EXPECT_EQ(parts[2].rows(), 0U);
  EXPECT_EQ(parts[3].relations, (std::vector<std::size_t>{4}));
  for (const AttackPart& part : parts) EXPECT_TRUE(part.is_tree());
}

TEST(AttackSystem, CountsInTheFinestDecimal) {
  CellTable table = of_tens(2, {{{0, 1}, {1, 1}}});
  table.cells[0].value = Decimal(1050, 2);  // 10.50
  table.cells[1].value = Decimal(950, 2);
  table.cells[1].upper = Decimal(10125, 3);
  const std::vector<AttackPart> parts = attack_parts(table, {});
  EXPECT_EQ(parts[0].scale, 1000);
  EXPECT_EQ(parts[0].lower, (std::vector<double>{-10500, -9500}));
  EXPECT_EQ(parts[0].upper[1], 625);
  EXPECT_TRUE(std::isinf(parts[0].upper[0]));
}

TEST(AttackSystem, RefusesCoefficientsTooLargeForASolver) {
  const CellTable table = of_tens(3, {{{0, 3}, {1, 20000000000}, {2, -1}}});
  EXPECT_THROW(attack_parts(table, {}), Error);
  CellTable extreme = of_tens(1, {});
  extreme.relations.add(Decimal(), std::vector<Term>{{0, std::numeric_limits<std::int64_t>::min()}});
  EXPECT_THROW(attack_parts(extreme, {}), Error);
}

TEST(AttackSystem, GivesPriorBoundsToCellsWithoutTheirOwn) {
  CellTable table = of_tens(4, {});
  table.cells[1].lower = std::nullopt;
  table.cells[2].upper = Decimal::whole(50);
  table.cells[3].lower = Decimal::whole(1);
  const std::vector<AttackPart> parts = attack_parts(table, {.prior_percent = 20.0});
  ASSERT_EQ(parts.size(), 4U);
  for (std::size_t i : {0U, 1U}) {
    EXPECT_EQ(parts[i].lower[0], -2);
    EXPECT_EQ(parts[i].upper[0], 2);
  }
  EXPECT_EQ(parts[2].lower[0], -10);
  EXPECT_EQ(parts[2].upper[0], 40);
  EXPECT_EQ(parts[3].lower[0], -9);
  EXPECT_TRUE(std::isinf(parts[3].upper[0]));
}

TEST(AttackBounds, FollowARelationAndPassOn) {
  // x + y + z = 30 and z = w: w within 2 gives z, and so on; x follows from y and z.
  CellTable table = of_tens(4, {{{0, 1}, {1, 1}, {2, 1}}, {{2, 1}, {3, -1}}});
  table.cells[3].lower = Decimal::whole(8);
  table.cells[3].upper = Decimal::whole(12);
  const std::vector<AttackPart> parts = attack_parts(table, {});
  ASSERT_EQ(parts.size(), 1U);
  const OuterBounds bounds = outer_bounds(parts[0], parts[0].lower, parts[0].upper);
  EXPECT_TRUE(bounds.settled);
  EXPECT_EQ(bounds.lower, (std::vector<double>{-10, -10, -2, -2}));
  EXPECT_EQ(bounds.upper, (std::vector<double>{12, 12, 2, 2}));
}

TEST(AttackBounds, EndEvenWhereTheyWouldConvergeForever) {
  // x = 0.999 y and y = 0.999 x leave only 0, in the limit.
  CellTable table;
  table.cells.resize(2);
  for (Cell& cell : table.cells) {
    cell.status = CellStatus::primary;
    cell.upper = Decimal::whole(1000000);
  }
  table.relations.add(Decimal(), std::vector<Term>{{0, 1000}, {1, -999}});
  table.relations.add(Decimal(), std::vector<Term>{{0, -999}, {1, 1000}});
  const std::vector<AttackPart> parts = attack_parts(table, {});
  const OuterBounds bounds = outer_bounds(parts[0], parts[0].lower, parts[0].upper);
  EXPECT_FALSE(bounds.settled);
  EXPECT_GE(bounds.upper[0], 0);
  const Audit result = audit(table, {}, sfumato::Run({.seed = 1}));
  EXPECT_NEAR(*result.cells[0].interval.upper, 0, 1e-6);
  EXPECT_FALSE(result.safe);
}

TEST(AttackProgram, NeedsNoSolverForATree) {
  const CellTable table = of_tens(4, {{{0, 1}, {1, 1}, {2, 1}}, {{2, 1}, {3, -1}}});
  const std::vector<AttackPart> parts = attack_parts(table, {});
  const sfumato::Run run({.seed = 1});
  AttackProgram program(parts[0], run);
  program.settle(0, Side::up);
  EXPECT_EQ(program.reached(0, Side::up), 20);
  EXPECT_EQ(program.solved(), 0U);
  EXPECT_EQ(program.revealing(0, Side::up), (std::vector<std::size_t>{0}));
  EXPECT_TRUE(program.revealing(0, Side::down).empty());
}

TEST(AttackProgram, DoesNotUseTheKnowledgeOfAnotherInsider) {
  Rng rng({51, 9});
  CellTable table =
      sfumato::testing::random_table(rng, {flat_dimension("a", 4), flat_dimension("b", 4)}, false, 30);
  sfumato::testing::suppress_at_random(table, rng, 0.8);
  const std::vector<AttackPart> parts = attack_parts(table, {});
  const sfumato::Run run({.seed = 1});
  const AttackPart& part = parts[0];
  AttackProgram fresh(part, run);
  AttackProgram used(part, run);
  for (std::size_t cell = 0; cell < part.cells.size(); ++cell) {
    used.know(std::vector<std::size_t>{cell});
    used.settle((cell + 1) % part.cells.size(), Side::up);
    used.settle(cell, Side::up);
    EXPECT_EQ(used.reached(cell, Side::up), 0);
    used.know({});
    for (const Side side : {Side::down, Side::up}) {
      used.settle(cell, side);
      fresh.settle(cell, side);
      if (std::isinf(fresh.reached(cell, side))) {
        EXPECT_TRUE(std::isinf(used.reached(cell, side)));
      } else {
        EXPECT_NEAR(used.reached(cell, side), fresh.reached(cell, side), 1e-6);
      }
    }
  }
}

}  // namespace
}  // namespace sfumato::tables
