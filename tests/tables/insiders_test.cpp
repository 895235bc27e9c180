#include "tables/audit/insiders.hpp"

#include <gtest/gtest.h>

#include "tables/audit/audit.hpp"
#include "tables/filled_table.hpp"
#include "tables/plain_attacker.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::flat_dimension;
using sfumato::testing::random_table;
using sfumato::testing::suppress_at_random;

CellTable two_way(std::size_t rows, std::size_t columns, const std::vector<std::int64_t>& leaves) {
  std::size_t next = 0;
  return sfumato::testing::filled_table({flat_dimension("row", rows), flat_dimension("column", columns)},
                                        false, [&] { return Decimal::whole(leaves[next++]); });
}

Contributors several(std::int64_t frequency) {
  Contributors who;
  who.frequency = who.holdings = frequency;
  who.weighted_frequency = Decimal::whole(frequency);
  return who;
}

Contributors single(std::int64_t contributor) {
  Contributors who = several(1);
  who.largest = {{.amount = Decimal::whole(1), .contributor = contributor}};
  return who;
}

void make_primary(Cell& cell, std::int64_t level) {
  cell.status = CellStatus::primary;
  cell.lower_level = cell.upper_level = Decimal::whole(level);
}

// 3 × 3 with the rectangle of rows and columns 1 and 2 suppressed and (1,1), (1,2) sensitive: cells 5, 6,
// 9, 10.
CellTable rectangle() {
  CellTable table = two_way(3, 3, {20, 50, 10, 18, 19, 22, 17, 32, 12});
  for (const std::size_t cell : {9U, 10U}) table.cells[cell].status = CellStatus::secondary;
  for (const std::size_t cell : {5U, 6U}) make_primary(table.cells[cell], 5);
  table.contributors.assign(table.cells.size(), several(9));
  return table;
}

TEST(Insiders, AreThoseAloneInSuppressedCells) {
  CellTable table = rectangle();
  EXPECT_TRUE(find_insiders(table).empty());
  table.contributors[5] = single(-1);
  table.contributors[6] = single(4);
  table.contributors[7] = single(4);  // published
  table.contributors[10] = single(4);
  const std::vector<Insider> insiders = find_insiders(table);
  ASSERT_EQ(insiders.size(), 2U);
  EXPECT_EQ(insiders[0].contributor, -1);
  EXPECT_EQ(insiders[0].cells, (std::vector<std::size_t>{5}));
  EXPECT_EQ(insiders[1].contributor, 4);
  EXPECT_EQ(insiders[1].cells, (std::vector<std::size_t>{6, 10}));
  table.contributors.clear();
  EXPECT_TRUE(find_insiders(table).empty());
}

TEST(Insiders, AreHoldingsWhereThereAreSome) {
  CellTable table = rectangle();
  Contributors chain = several(3);  // three shops of one holding
  chain.holdings = 1;
  chain.largest = {{.amount = Decimal::whole(9), .contributor = 1}};
  chain.largest_holdings = {{.amount = Decimal::whole(20), .contributor = 77}};
  table.contributors[5] = table.contributors[9] = chain;
  const std::vector<Insider> insiders = find_insiders(table);
  ASSERT_EQ(insiders.size(), 1U);
  EXPECT_EQ(insiders[0].contributor, 77);
  EXPECT_EQ(insiders[0].cells, (std::vector<std::size_t>{5, 9}));
}

TEST(Insiders, AreNotThoseWhoRepresentOthers) {
  CellTable table = rectangle();
  table.contributors[5] = single(3);
  table.contributors[5].weighted_frequency = Decimal(42, 1);
  EXPECT_TRUE(find_insiders(table).empty());
}

TEST(AuditInsiders, FindsTwoSingletonsAloneInARow) {
  CellTable table = rectangle();
  const sfumato::Run run({.seed = 1});
  EXPECT_TRUE(audit(table, {}, run).safe);
  table.contributors[5] = single(1);
  table.contributors[6] = single(2);
  for (const bool verdict_only : {false, true}) {
    const Audit result = audit(table, {.verdict_only = verdict_only}, run);
    EXPECT_FALSE(result.safe);
    ASSERT_EQ(result.cells.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
      const AuditedCell& cell = result.cells[i];
      EXPECT_FALSE(cell.safe);
      EXPECT_LT(*cell.interval.lower, cell.need_lower + 1e-6);  // safe from outsiders
      ASSERT_TRUE(cell.insider);
      EXPECT_EQ(cell.insider->contributor, i == 0 ? 2 : 1);
      EXPECT_EQ(cell.insider->own_cells, (std::vector<std::size_t>{i == 0 ? 6U : 5U}));
      EXPECT_EQ(cell.insider->interval.lower, table.cells[cell.cell].value.number());
      EXPECT_EQ(cell.insider->interval.upper, table.cells[cell.cell].value.number());
      ASSERT_EQ(cell.revealing.size(), 1U);
      EXPECT_EQ(relation_name(table, cell.revealing[0]),
                "row=row1, column=Total = column column1 + column2 + column3");
    }
  }
  EXPECT_TRUE(audit(table, {.insiders = false}, run).safe);
}

TEST(AuditInsiders, IgnoresTheirOwnCells) {
  CellTable table = rectangle();
  table.contributors[5] = table.contributors[6] = single(8);  // the same respondent in both
  EXPECT_TRUE(audit(table, {}, sfumato::Run({.seed = 1})).safe);
}

// Each insider by a dense simplex: its cells published, all others' needs compared with the intervals.
TEST(AuditInsiders, AgreeWithADenseSimplexThatKnowsTheirCells) {
  Rng rng({41, 9});
  const sfumato::Run run({.seed = 1});
  int disclosed = 0, kept = 0;
  for (int trial = 0; trial < 25; ++trial) {
    CellTable table = random_table(rng, {flat_dimension("a", 4), flat_dimension("b", 4)}, false, 40);
    suppress_at_random(table, rng, 0.5);
    table.contributors.assign(table.cells.size(), several(9));
    for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
      if (rng.chance(0.2)) table.contributors[cell] = single(static_cast<std::int64_t>(rng.below(4)) - 1);
    }
    const Audit result = audit(table, {}, run);
    const Audit outside = audit(table, {.insiders = false}, run);
    std::vector<double> narrowest(table.cells.size(), 1e300);
    for (const Insider& insider : find_insiders(table)) {
      sfumato::testing::PlainAttacker plain(table, insider.cells);
      for (const AuditedCell& cell : outside.cells) {
        const bool own =
            std::find(insider.cells.begin(), insider.cells.end(), cell.cell) != insider.cells.end();
        if (own || !cell.safe) continue;
        const Interval interval = plain.interval(cell.cell);
        const bool low = interval.lower && *interval.lower > cell.need_lower + 1e-6;
        const bool high = interval.upper && *interval.upper < cell.need_upper - 1e-6;
        const double width = interval.lower && interval.upper ? *interval.upper - *interval.lower : 1e299;
        if (low || high || width < 1e-6) narrowest[cell.cell] = std::min(narrowest[cell.cell], width);
      }
    }
    for (std::size_t i = 0; i < result.cells.size(); ++i) {
      const AuditedCell& cell = result.cells[i];
      const bool unsafe_inside = narrowest[cell.cell] < 1e300;
      EXPECT_EQ(cell.insider.has_value(), unsafe_inside) << trial << ' ' << cell.cell;
      EXPECT_EQ(cell.safe, outside.cells[i].safe && !unsafe_inside);
      (unsafe_inside ? disclosed : kept) += outside.cells[i].safe ? 1 : 0;
      if (cell.insider && cell.insider->interval.upper && cell.insider->interval.lower) {
        EXPECT_NEAR(*cell.insider->interval.upper - *cell.insider->interval.lower, narrowest[cell.cell],
                    1e-6);
      }
    }
  }
  EXPECT_GT(disclosed, 5);
  EXPECT_GT(kept, 5);
}

// size × size leaves, each with a single respondent and a level of a tenth.
CellTable all_alone(std::size_t size, Rng& rng) {
  CellTable table = sfumato::testing::filled_table(
      {flat_dimension("a", size), flat_dimension("b", size)}, false,
      [&] { return Decimal::whole(50 + static_cast<std::int64_t>(rng.below(50))); });
  table.contributors.assign(table.cells.size(), several(9));
  for (std::size_t i = 1; i <= size; ++i) {
    for (std::size_t j = 1; j <= size; ++j) {
      const std::size_t cell = i * (size + 1) + j;
      make_primary(table.cells[cell], 5);
      table.contributors[cell] = single(-1);
    }
  }
  return table;
}

// 625 insiders, each with 624 cells to attack: two certificates for each cell and side prove that all are
// harmless.
TEST(AuditInsiders, AreManyAndNeedFewPrograms) {
  Rng rng({43, 9});
  const CellTable table = all_alone(25, rng);
  const Audit inside = audit(table, {}, sfumato::Run({.seed = 1}));
  EXPECT_TRUE(inside.safe);
  const std::size_t outside = audit(table, {.insiders = false}, sfumato::Run({.seed = 1})).solved;
  EXPECT_LT(inside.solved - outside, 4U * inside.cells.size());
}

// Two suppressed cells alone in a row, among many insiders that learn nothing.
TEST(AuditInsiders, AreFoundAmongManyHarmlessOnes) {
  Rng rng({44, 9});
  CellTable table = all_alone(8, rng);
  for (std::size_t j = 3; j <= 8; ++j) {
    Cell& cell = table.cells[9 + j];  // of the first row only the first two cells stay suppressed
    cell.status = CellStatus::safe;
    cell.lower_level = cell.upper_level = Decimal();
  }
  const Audit result = audit(table, {}, sfumato::Run({.seed = 1}));
  for (const AuditedCell& cell : result.cells) {
    const bool disclosed = cell.cell == 10 || cell.cell == 11;
    EXPECT_EQ(cell.safe, !disclosed) << cell.cell;
    ASSERT_EQ(cell.insider.has_value(), disclosed);
    if (disclosed) {
      EXPECT_EQ(cell.insider->own_cells, (std::vector<std::size_t>{cell.cell == 10 ? 11U : 10U}));
      EXPECT_EQ(cell.insider->interval.lower, cell.insider->interval.upper);
    }
  }
}

// An insider of several cells, levels on one side only, widths, integers, and cells without any need: each
// against the audit of a table in which the insider's cells are published.
TEST(AuditInsiders, SeeTheSameAsATableThatPublishesTheirCells) {
  Rng rng({45, 9});
  const sfumato::Run run({.seed = 1});
  int disclosed = 0, kept = 0;
  for (int trial = 0; trial < 60; ++trial) {
    CellTable table = random_table(
        rng, {flat_dimension("a", 3), flat_dimension("b", 3), flat_dimension("c", 2)}, trial % 3 == 0, 15);
    suppress_at_random(table, rng, 0.6);
    table.contributors.assign(table.cells.size(), several(9));
    for (std::size_t i = 0; i < table.cells.size(); ++i) {
      Cell& cell = table.cells[i];
      if (rng.chance(0.3)) cell.lower_level = Decimal();
      if (rng.chance(0.3)) cell.upper_level = Decimal();
      if (rng.chance(0.3)) cell.sliding_level = Decimal(static_cast<std::int64_t>(rng.below(60)), 1);
      if (rng.chance(0.3)) table.contributors[i] = single(static_cast<std::int64_t>(rng.below(5)) - 1);
    }
    AuditOptions options{.whole_numbers = trial % 3 == 0};
    const Audit result = audit(table, options, run);
    options.insiders = false;
    const Audit outside = audit(table, options, run);
    std::vector<bool> unsafe(table.cells.size(), false);
    for (const Insider& insider : find_insiders(table)) {
      CellTable published = table;
      for (const std::size_t cell : insider.cells) published.cells[cell].status = CellStatus::safe;
      for (const AuditedCell& cell : audit(published, options, run).cells) {
        if (!cell.safe) unsafe[cell.cell] = true;
      }
    }
    for (std::size_t i = 0; i < result.cells.size(); ++i) {
      if (!outside.cells[i].safe) continue;
      EXPECT_EQ(result.cells[i].safe, !unsafe[result.cells[i].cell]) << trial << ' ' << result.cells[i].cell;
      EXPECT_EQ(result.cells[i].insider.has_value(), unsafe[result.cells[i].cell]);
      (result.cells[i].safe ? kept : disclosed) += 1;
    }
  }
  EXPECT_GT(disclosed, 20);
  EXPECT_GT(kept, 20);
}

// One of two contributors knows its own share: a lower bound of the total, whatever is suppressed.
TEST(Insiders, KnowTheirOwnShareWithoutAnyPublication) {
  CellTable table = two_way(2, 2, {224341, 157, 1000, 1000});
  for (std::size_t cell = 1; cell < table.cells.size(); ++cell) {
    table.cells[cell].status = CellStatus::secondary;
  }
  make_primary(table.cells[3], 1500);  // 224498, required to be uncertain from 222998 to 225998
  table.contributors.assign(table.cells.size(), several(9));
  table.contributors[4] = single(1);
  table.contributors[5] = single(2);
  Contributors both = several(2);
  both.total = Decimal::whole(224498);
  both.largest = {{.amount = Decimal::whole(224341), .contributor = 1},
                  {.amount = Decimal::whole(157), .contributor = 2}};
  table.contributors[3] = both;
  EXPECT_EQ(own_share(table, 3, 1), 224341);
  EXPECT_EQ(own_share(table, 3, 2), 157);
  EXPECT_EQ(own_share(table, 3, 7), 0);
  const sfumato::Run run({.seed = 1});
  EXPECT_TRUE(audit(table, {}, run).safe);

  table.cells[0].status = CellStatus::secondary;
  table.cells[6].status = CellStatus::safe;  // now contributor 1 learns the amount of contributor 2
  table.cells[2].status = table.cells[7].status = table.cells[8].status = CellStatus::safe;
  EXPECT_FALSE(audit(table, {}, run).safe);
}

// The share of a shadow variable does not bound the cell, and with negative amounts there is no bound.
TEST(Insiders, HaveNoShareWhereContributionsAreNotPartsOfTheCell) {
  CellTable table = two_way(2, 2, {224341, 157, 1000, 1000});
  table.contributors.assign(table.cells.size(), several(2));
  table.contributors[3].total = Decimal::whole(300);
  table.contributors[3].largest = {{.amount = Decimal::whole(200), .contributor = 1}};
  EXPECT_EQ(own_share(table, 3, 1), 0);
  table.contributors[3].total = table.cells[3].value;
  EXPECT_EQ(own_share(table, 3, 1), 200);
  table.cells[3].lower = Decimal::whole(-10);
  EXPECT_EQ(own_share(table, 3, 1), 0);
  table.cells[3].lower.reset();
  EXPECT_EQ(own_share(table, 3, 1), 0);
}

// Without names, as in CSV: the single contributor of a row's total is that of its only non-empty cell.
TEST(Insiders, WithoutNamesAreFoundThroughTheRelations) {
  CellTable table = two_way(2, 2, {7, 0, 5, 6});
  for (Cell& cell : table.cells) cell.status = CellStatus::secondary;
  // Cells 0 to 2 are column totals, 3 to 5 the first row with its total, 6 to 8 the second.
  table.contributors = {several(3), several(2), several(1), several(1), several(1),
                        several(0), several(2), several(1), several(1)};
  const std::vector<Insider> insiders = find_insiders(table);
  ASSERT_EQ(insiders.size(), 3U);
  EXPECT_EQ(insiders[0].cells, (std::vector<std::size_t>{2, 8}));  // the second column
  EXPECT_EQ(insiders[1].cells, (std::vector<std::size_t>{3, 4}));  // the first row
  EXPECT_EQ(insiders[2].cells, (std::vector<std::size_t>{7}));
}

}  // namespace
}  // namespace sfumato::tables
