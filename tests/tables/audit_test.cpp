#include "tables/audit/audit.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "core/error.hpp"
#include "tables/filled_table.hpp"
#include "tables/plain_attacker.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::filled_table;
using sfumato::testing::flat_dimension;
using sfumato::testing::random_table;
using sfumato::testing::suppress_at_random;

// Rows and columns of leaves by their numbers from 1; 0 is the total.
CellTable two_way(std::size_t rows, std::size_t columns, const std::vector<std::int64_t>& leaves,
                  bool counts = false) {
  std::size_t next = 0;
  return filled_table({flat_dimension("row", rows), flat_dimension("column", columns)}, counts,
                      [&] { return Decimal::whole(leaves[next++]); });
}

Cell& at(CellTable& table, std::size_t row, std::size_t column) {
  return table.cells[row * table.dimensions[1].codes.size() + column];
}

void make_primary(Cell& cell, std::int64_t level) {
  cell.status = CellStatus::primary;
  cell.lower_level = cell.upper_level = Decimal::whole(level);
}

const AuditedCell& of(const Audit& audited, std::size_t cell) {
  for (const AuditedCell& one : audited.cells) {
    if (one.cell == cell) return one;
  }
  throw std::out_of_range("not audited");
}

Audit audited(const CellTable& table, const AuditOptions& options = {}) {
  return audit(table, options, sfumato::Run({.seed = 1, .threads = 2}));
}

std::vector<std::string> names(const CellTable& table, const std::vector<std::size_t>& relations) {
  std::vector<std::string> all;
  for (const std::size_t relation : relations) all.push_back(relation_name(table, relation));
  return all;
}

TEST(Audit, OfATableWithoutSuppressionIsSafe) {
  const CellTable table = two_way(2, 2, {1, 2, 3, 4});
  const Audit result = audited(table);
  EXPECT_TRUE(result.safe);
  EXPECT_TRUE(result.cells.empty());
  EXPECT_EQ(result.suppressed, 0U);
  EXPECT_TRUE(audited(CellTable()).safe);
}

TEST(Audit, CatchesASingleSuppressedCellOfARow) {
  CellTable table = two_way(2, 3, {20, 50, 10, 8, 19, 22});
  make_primary(at(table, 1, 2), 5);
  at(table, 2, 2).status = CellStatus::secondary;
  at(table, 0, 2).status = CellStatus::secondary;
  const Audit result = audited(table);
  EXPECT_FALSE(result.safe);
  ASSERT_EQ(result.cells.size(), 1U);
  EXPECT_EQ(result.suppressed, 3U);
  EXPECT_FALSE(result.cells[0].safe);
  EXPECT_EQ(result.cells[0].interval.lower, 50);
  EXPECT_EQ(result.cells[0].interval.upper, 50);
  EXPECT_EQ(result.cells[0].need_lower, 45);
  EXPECT_EQ(result.cells[0].need_upper, 55);
  EXPECT_EQ(names(table, result.cells[0].revealing),
            (std::vector<std::string>{"row=row1, column=Total = column column1 + column2 + column3"}));
}

// Rectangle (1,1), (1,2), (2,1), (2,2) with 20, 50, 8, 19: everything moves with the first by ±δ, so δ lies
// between -min(20, 19) and min(50, 8).
TEST(Audit, FindsTheIntervalsOfARectangle) {
  CellTable table = two_way(3, 3, {20, 50, 10, 8, 19, 22, 17, 32, 12});
  make_primary(at(table, 1, 1), 8);
  for (Cell* cell : {&at(table, 1, 2), &at(table, 2, 1), &at(table, 2, 2)}) {
    cell->status = CellStatus::secondary;
  }
  const Audit result = audited(table, {.secondary_cells = true});
  EXPECT_TRUE(result.safe);
  ASSERT_EQ(result.cells.size(), 4U);
  const double ends[4][2] = {{1, 28}, {42, 69}, {0, 27}, {0, 27}};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(result.cells[i].interval.lower, ends[i][0]);
    EXPECT_EQ(result.cells[i].interval.upper, ends[i][1]);
    EXPECT_TRUE(result.cells[i].revealing.empty());
  }
  make_primary(at(table, 1, 1), 9);  // one too many upwards: (2,1) cannot fall below 0
  const Audit more = audited(table);
  EXPECT_FALSE(more.safe);
  EXPECT_EQ(names(table, more.cells[0].revealing),
            (std::vector<std::string>{"row=Total, column=column1 = row row1 + row2 + row3"}));
}

TEST(Audit, RequiresTheSlidingWidth) {
  CellTable table = two_way(3, 3, {20, 50, 10, 8, 19, 22, 17, 32, 12});
  for (std::size_t i : {1U, 2U}) {
    for (std::size_t j : {1U, 2U}) at(table, i, j).status = CellStatus::secondary;
  }
  at(table, 1, 1).status = CellStatus::primary;
  at(table, 1, 1).sliding_level = Decimal::whole(27);
  EXPECT_TRUE(audited(table).safe);
  EXPECT_TRUE(audited(table, {.verdict_only = true}).safe);
  at(table, 1, 1).sliding_level = Decimal(271, 1);
  const Audit result = audited(table);
  EXPECT_FALSE(result.safe);
  EXPECT_EQ(result.cells[0].need_width, 27.1);
  // Both bounds are revealing: column 1 upwards; downwards row 1 and column 2, or column 1 again and row 2.
  EXPECT_GE(result.cells[0].revealing.size(), 2U);
  EXPECT_LE(result.cells[0].revealing.size(), 3U);
  EXPECT_FALSE(audited(table, {.verdict_only = true}).safe);
}

TEST(Audit, NeverCallsASinglePointSafe) {
  CellTable table = two_way(2, 2, {1, 2, 3, 4});
  make_primary(at(table, 1, 1), 0);
  for (const bool verdict_only : {false, true}) {
    EXPECT_FALSE(audited(table, {.verdict_only = verdict_only}).safe);
  }
  at(table, 1, 2).status = at(table, 2, 1).status = at(table, 2, 2).status = CellStatus::secondary;
  for (const bool verdict_only : {false, true}) {
    EXPECT_TRUE(audited(table, {.verdict_only = verdict_only}).safe);
  }
  // Zeros around it fix it although four cells of a rectangle are suppressed.
  CellTable zeros = two_way(2, 2, {0, 2, 3, 0});
  make_primary(at(zeros, 1, 2), 0);
  at(zeros, 1, 1).status = at(zeros, 2, 1).status = at(zeros, 2, 2).status = CellStatus::secondary;
  const Audit held = audited(zeros);
  EXPECT_EQ(held.cells[0].interval.upper, 2);
  EXPECT_EQ(held.cells[0].interval.lower, 0);
  EXPECT_TRUE(held.safe);
}

TEST(Audit, UsesOwnBoundsAndNamesNoRelationForThem) {
  CellTable table = two_way(2, 2, {10, 20, 30, 40});
  for (std::size_t i : {1U, 2U}) {
    for (std::size_t j : {1U, 2U}) at(table, i, j).status = CellStatus::secondary;
  }
  make_primary(at(table, 1, 1), 5);
  at(table, 1, 1).lower = Decimal::whole(8);
  const Audit result = audited(table);
  EXPECT_FALSE(result.safe);
  EXPECT_EQ(result.cells[0].interval.lower, 8);
  EXPECT_TRUE(result.cells[0].revealing.empty());

  CellTable alone;  // a cell in no relation
  alone.cells.resize(1);
  alone.cells[0].value = Decimal::whole(7);
  make_primary(alone.cells[0], 5);
  const Audit open = audited(alone);
  EXPECT_TRUE(open.safe);
  EXPECT_EQ(open.cells[0].interval.lower, 0);
  EXPECT_FALSE(open.cells[0].interval.upper);
  EXPECT_EQ(open.solved, 0U);
}

TEST(Audit, UsesPriorBoundsForCellsWithoutTheirOwn) {
  CellTable table = two_way(2, 2, {10, 20, 30, 40});
  for (std::size_t i : {1U, 2U}) {
    for (std::size_t j : {1U, 2U}) at(table, i, j).status = CellStatus::secondary;
  }
  make_primary(at(table, 1, 1), 5);
  const Audit result = audited(table, {.prior_percent = 20.0});
  EXPECT_FALSE(result.safe);
  EXPECT_EQ(result.cells[0].interval.lower, 8);
  EXPECT_EQ(result.cells[0].interval.upper, 12);
  at(table, 1, 1).upper = Decimal::whole(100);  // its own: 0 to 100; (1,2) moves by 4 at most
  EXPECT_EQ(audited(table, {.prior_percent = 20.0}).cells[0].interval.upper, 14);
}

TEST(Audit, HasNoBoundsWhereTheTableHasNone) {
  CellTable table = two_way(2, 2, {10, -20, 30, 40});
  for (std::size_t i : {1U, 2U}) {
    for (std::size_t j : {1U, 2U}) at(table, i, j).status = CellStatus::secondary;
  }
  for (Cell& cell : table.cells) cell.lower = std::nullopt;
  make_primary(at(table, 1, 1), 1000000);
  const Audit result = audited(table);
  EXPECT_TRUE(result.safe);
  EXPECT_FALSE(result.cells[0].interval.lower);
  EXPECT_FALSE(result.cells[0].interval.upper);
}

TEST(Audit, RefusesAValueOutsideItsBounds) {
  CellTable table = two_way(2, 2, {10, 20, 30, 40});
  make_primary(at(table, 1, 1), 5);
  at(table, 1, 1).upper = Decimal::whole(9);
  try {
    audited(table);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_NE(error.message.find("row=row1, column=column1"), std::string::npos);
  }
}

// A relation whose linear bounds are not integers.
TEST(Audit, RoundsCountsInwards) {
  CellTable table;  // 2x + 3y = 12 + z with z = 0
  table.cells.resize(3);
  table.cells[0].value = Decimal::whole(3);
  table.cells[1].value = Decimal::whole(2);
  table.cells[2].value = Decimal::whole(0);
  table.cells[2].upper = Decimal::whole(0);
  table.relations.add(Decimal::whole(12), std::vector<Term>{{0, 2}, {1, 3}, {2, -1}});
  for (Cell& cell : table.cells) make_primary(cell, 0);
  const Audit linear = audited(table);
  EXPECT_EQ(linear.cells[0].interval.upper, 6);
  EXPECT_EQ(linear.cells[1].interval.upper, 4);
  table.cells[0].upper = Decimal::whole(5);  // y = (12 - 2x) / 3 >= 2/3, in integers y = 2 with x = 3
  EXPECT_NEAR(*audited(table).cells[1].interval.lower, 2.0 / 3.0, 1e-9);
  const Audit whole = audited(table, {.whole_numbers = true});
  EXPECT_EQ(whole.cells[1].interval.lower, 2);
  EXPECT_EQ(whole.cells[1].interval.upper, 4);
  EXPECT_EQ(whole.cells[0].interval.lower, 0);
  EXPECT_EQ(whole.cells[0].interval.upper, 3);
  table.cells[0].value = Decimal(300, 2);
  EXPECT_EQ(audited(table, {.whole_numbers = true}).cells[0].interval.upper, 3);
}

TEST(Audit, NeverNarrowsWhenMoreIsSuppressed) {
  Rng rng({31, 9});
  for (int trial = 0; trial < 15; ++trial) {
    CellTable table = random_table(rng, {flat_dimension("a", 5), flat_dimension("b", 5)}, false, 40);
    suppress_at_random(table, rng, 0.3);
    const Audit before = audited(table, {.insiders = false, .secondary_cells = true});
    for (int more = 0; more < 6; ++more) {
      Cell& cell = table.cells[rng.below(table.cells.size())];
      if (!cell.suppressed()) cell.status = CellStatus::secondary;
    }
    const Audit after = audited(table, {.insiders = false, .secondary_cells = true});
    for (const AuditedCell& cell : before.cells) {
      const AuditedCell& wider = of(after, cell.cell);
      if (wider.interval.lower) {
        EXPECT_LE(*wider.interval.lower, *cell.interval.lower + 1e-9);
      }
      if (wider.interval.upper) {
        EXPECT_GE(*wider.interval.upper, *cell.interval.upper - 1e-9);
      }
    }
  }
}

// The relations named are sufficient: without all others the interval is as narrow.
TEST(Audit, NamesRelationsThatSufficeForTheProof) {
  Rng rng({32, 9});
  int unsafe = 0;
  for (int trial = 0; trial < 25; ++trial) {
    CellTable table =
        random_table(rng, {sfumato::testing::two_level_dimension("a"), flat_dimension("b", 4)}, false, 40);
    suppress_at_random(table, rng, 0.35);
    const Audit result = audited(table, {.insiders = false});
    for (const AuditedCell& cell : result.cells) {
      EXPECT_EQ(cell.safe, cell.revealing.empty());
      EXPECT_TRUE(std::is_sorted(cell.revealing.begin(), cell.revealing.end()));
      if (cell.safe) continue;
      ++unsafe;
      CellTable less = table;
      less.relations = Relations();
      for (const std::size_t relation : cell.revealing) {
        less.relations.add(table.relations.right(relation), table.relations.terms(relation));
      }
      const AuditedCell again = of(audited(less, {.insiders = false}), cell.cell);
      EXPECT_FALSE(again.safe);
      if (cell.interval.lower && *cell.interval.lower > cell.need_lower + 1e-6) {
        ASSERT_TRUE(again.interval.lower);
        EXPECT_NEAR(*again.interval.lower, *cell.interval.lower, 1e-6);
      }
      if (cell.interval.upper && *cell.interval.upper < cell.need_upper - 1e-6) {
        ASSERT_TRUE(again.interval.upper);
        EXPECT_NEAR(*again.interval.upper, *cell.interval.upper, 1e-6);
      }
    }
  }
  EXPECT_GT(unsafe, 30);
}

TEST(Audit, IsTheSameForAnyNumberOfThreads) {
  Rng rng({33, 9});
  CellTable table = random_table(rng, {flat_dimension("a", 25), flat_dimension("b", 25)}, false, 60);
  suppress_at_random(table, rng, 0.5);
  table.contributors.resize(table.cells.size());
  for (Contributors& who : table.contributors) who.frequency = who.holdings = rng.chance(0.05) ? 1 : 5;
  const Audit one = audit(table, {}, sfumato::Run({.seed = 1, .threads = 1}));
  const Audit eight = audit(table, {}, sfumato::Run({.seed = 1, .threads = 8}));
  ASSERT_EQ(one.cells.size(), eight.cells.size());
  EXPECT_GT(one.cells.size(), 128U);  // more than a block
  EXPECT_EQ(one.solved, eight.solved);
  EXPECT_EQ(one.skipped, eight.skipped);
  for (std::size_t i = 0; i < one.cells.size(); ++i) {
    EXPECT_EQ(one.cells[i].interval.lower, eight.cells[i].interval.lower);
    EXPECT_EQ(one.cells[i].interval.upper, eight.cells[i].interval.upper);
    EXPECT_EQ(one.cells[i].safe, eight.cells[i].safe);
    EXPECT_EQ(one.cells[i].revealing, eight.cells[i].revealing);
    EXPECT_EQ(one.cells[i].insider.has_value(), eight.cells[i].insider.has_value());
  }
}

TEST(Audit, StopsWhenAsked) {
  Rng rng({34, 9});
  CellTable table = random_table(rng, {flat_dimension("a", 10), flat_dimension("b", 10)}, false, 60);
  suppress_at_random(table, rng, 0.5);
  std::stop_source source;
  const sfumato::Run run({.seed = 1, .stop = source.get_token()});
  source.request_stop();
  try {
    audit(table, {}, run);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::interrupted);
  }
}

TEST(Audit, DistinguishesSmallCellsFromLargeOnes) {
  // A level of 1 beside values of 5·10¹⁴: tiny relative to them, and still it counts.
  CellTable table = two_way(2, 2, {500000000000000, 5, 3, 700000000000000});
  for (std::size_t i : {1U, 2U}) {
    for (std::size_t j : {1U, 2U}) at(table, i, j).status = CellStatus::secondary;
  }
  make_primary(at(table, 1, 2), 3);
  const Audit result = audited(table);
  EXPECT_EQ(result.cells[0].interval.lower, 2);  // together with the 3 across
  EXPECT_TRUE(result.cells[0].interval.upper.has_value());
  EXPECT_TRUE(result.safe);
  make_primary(at(table, 1, 2), 4);
  EXPECT_FALSE(audited(table).safe);
}

// Above what a double can represent, with all 17 digits in use: intervals within 10⁻¹² of those of the same
// numbers without their last five digits, by the same attacker.
TEST(Audit, BoundsNumbersOfSeventeenDigits) {
  for (std::uint64_t trial = 0; trial < 10; ++trial) {
    Rng rng({35, trial});
    std::vector<std::int64_t> leaves;
    for (int i = 0; i < 64; ++i)
      leaves.push_back(static_cast<std::int64_t>(rng.below(100'000'000'000'000'000)));
    CellTable table = two_way(8, 8, leaves);
    for (std::size_t i = 1; i <= 8; ++i) {
      for (std::size_t j = 1; j <= 8; ++j) {
        if (rng.chance(0.6)) make_primary(at(table, i, j), at(table, i, j).value.units() / 10);
      }
    }
    const Audit large = audited(table);
    for (std::int64_t& leaf : leaves) leaf /= 100'000;
    CellTable small = two_way(8, 8, leaves);
    for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
      small.cells[cell].status = table.cells[cell].status;
      small.cells[cell].lower_level = small.cells[cell].upper_level =
          Decimal::whole(table.cells[cell].lower_level.units() / 100'000);
    }
    const Audit right = audited(small);
    for (std::size_t i = 0; i < large.cells.size(); ++i) {
      EXPECT_EQ(large.cells[i].safe, right.cells[i].safe);
      EXPECT_NEAR(*large.cells[i].interval.lower, 1e5 * *right.cells[i].interval.lower, 1e6 * 16);
      EXPECT_NEAR(*large.cells[i].interval.upper, 1e5 * *right.cells[i].interval.upper, 1e6 * 16);
    }
  }
}

TEST(Audit, NamesTheCellWhoseNumbersAreTooFarApart) {
  CellTable table = two_way(2, 2, {1, 2, 3, 4});
  at(table, 1, 2).status = CellStatus::primary;
  at(table, 1, 2).upper_level = Decimal::whole(std::numeric_limits<std::int64_t>::max());
  try {
    audited(table);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_NE(error.message.find("row=row1, column=column2"), std::string::npos) << error.message;
    EXPECT_FALSE(error.hint.empty());
  }
}

}  // namespace
}  // namespace sfumato::tables
