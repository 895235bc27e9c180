// Protections side by side: losses and ranks computed by hand on one small table, and on random tables every
// ranked protection against an attacker independent of the audit.
#include "tables/comparison/comparison.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "filled_table.hpp"
#include "support/complaint.hpp"
#include "support/random_cell_table.hpp"
#include "support/reference_data.hpp"
#include "suppression_tables.hpp"
#include "tables/formats/table_file.hpp"
#include "tables/perturbation/perturbation.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::flat_dimension;

// Bakers 53 and 33, smiths 63 and 90, in towns of 116 and 123: the bakers of the first town must be uncertain
// by 7.5 on both sides. All cells together have 4 · 239 = 956.
CellTable shops() {
  CellTable table = testing::filled_table({flat_dimension("town", 2), flat_dimension("trade", 2)}, false,
                                          [n = 0]() mutable {
                                            constexpr std::int64_t values[] = {53, 63, 33, 90};
                                            return Decimal::whole(values[n++]);
                                          });
  for (Cell& cell : table.cells) {
    cell.cost = cell.value;
    if (cell.value != Decimal::whole(53)) continue;
    cell.status = CellStatus::primary;
    cell.lower_level = cell.upper_level = Decimal(75, 1);
  }
  return table;
}

std::vector<ComparedProtection> compared(const CellTable& table, ComparisonOptions options = {}) {
  if (options.limit == ComparisonOptions().limit) options.limit = optimize::Effort::work(5);
  return compare_protections(table, options, sfumato::Run({.seed = 1, .threads = 1}));
}

std::map<std::string, ComparedProtection> by_name(const std::vector<ComparedProtection>& results) {
  std::map<std::string, ComparedProtection> named;
  for (const ComparedProtection& one : results) named[one.method] = one;
  return named;
}

TEST(Comparison, LossesAndRanksByHand) {
  auto found = by_name(compared(shops()));
  ASSERT_EQ(found.size(), protection_names().size() - 1);  // without keys perturbation is not possible
  // Four cells move by 8, the smallest integer of at least 7.5.
  for (const char* name : {"adjust", "adjust-margins"}) {
    const ComparedProtection& adjusted = found[name];
    EXPECT_TRUE(adjusted.safe) << adjusted.reason;
    EXPECT_EQ(adjusted.rank, 1U);
    EXPECT_DOUBLE_EQ(adjusted.lost->value, 32.0 / 956);
    EXPECT_DOUBLE_EQ(adjusted.lost->cells, 4.0 / 9);
    EXPECT_DOUBLE_EQ(adjusted.lost->cost, 32.0 / 956);
    EXPECT_DOUBLE_EQ(adjusted.doubt->least, 8 / 7.5);
    EXPECT_FALSE(adjusted.widths);
    EXPECT_EQ(adjusted.distance->changed, 4U);
  }
  EXPECT_EQ(found["round"].rank, 3U);
  // No safe pattern is cheaper than the four inner cells: 239 of 956. The attacker knows that
  // the 53 lie between 0 and the 86 of the bakers, and must not know 45.5 to 60.5.
  for (const char* name :
       {"suppress-optimal", "suppress-hypercube", "suppress-network", "suppress-modular"}) {
    const ComparedProtection& pattern = found[name];
    EXPECT_TRUE(pattern.safe) << name << ": " << pattern.reason;
    EXPECT_EQ(pattern.rank, 4U) << name;
    EXPECT_DOUBLE_EQ(pattern.lost->value, 0.25) << name;
    EXPECT_DOUBLE_EQ(pattern.lost->cells, 4.0 / 9) << name;
    EXPECT_EQ(pattern.suppressed->secondary, 3U) << name;
    EXPECT_EQ(*pattern.cost, 186) << name;
    EXPECT_NEAR(*pattern.gap, 0, 1e-9) << name;
    EXPECT_NEAR(pattern.doubt->least, 86.0 / 15, 1e-6) << name;
    EXPECT_NEAR(pattern.doubt->mean, 86.0 / 15, 1e-6) << name;
    EXPECT_NEAR(pattern.doubt->median, 86.0 / 15, 1e-6) << name;
    EXPECT_EQ(pattern.audit.cells.size(), 4U) << name;  // with those of the secondary cells
  }
  // The trades are removed: four inner cells and two totals, 239 + 239. The rest reveals that 0 <= 53 <= 116.
  const ComparedProtection& coarse = found["recode"];
  EXPECT_EQ(coarse.rank, 8U);
  EXPECT_EQ(coarse.parameters, "trade total only");
  EXPECT_DOUBLE_EQ(coarse.lost->value, 0.5);
  EXPECT_DOUBLE_EQ(coarse.lost->cells, 6.0 / 9);
  EXPECT_NEAR(coarse.doubt->mean, 116.0 / 15, 1e-6);
  EXPECT_EQ(coarse.table.cells.size(), 3U);
  EXPECT_EQ(coarse.cells().cells.size(), 9U);
  EXPECT_EQ(found["suppress-gauss"].rank, 0U);
  EXPECT_NE(found["suppress-gauss"].reason, "");
}

// With a band of 10 neither 50 nor 60 covers 45.5 to 60.5; with one of 20, 60 does. The nearest table is
// 60 60 | 20 100 with 120, 120, 80, 160 and 240, off by 7 + 3 + 13 + 10 + 4 + 3 + 6 + 7 + 1.
TEST(Comparison, RoundsToTheSmallestBaseThatIsSafe) {
  ComparisonOptions options;
  options.methods = {"round"};
  const ComparedProtection rounded = compared(shops(), options).front();
  ASSERT_TRUE(rounded.safe) << rounded.reason;
  EXPECT_EQ(rounded.parameters, "base 20");
  EXPECT_DOUBLE_EQ(rounded.lost->value, 54.0 / 956);
  EXPECT_DOUBLE_EQ(rounded.lost->cells, 1);
  EXPECT_DOUBLE_EQ(rounded.distance->total_absolute, 54);
  EXPECT_EQ(rounded.distance->not_additive, 0U);
  EXPECT_GE(rounded.doubt->least, 1);
}

// With a base of one unit integers are "rounded" to themselves and would be published.
TEST(Comparison, NeverRoundsToTheTrueValues) {
  CellTable table = shops();
  for (Cell& cell : table.cells) {
    if (cell.status == CellStatus::primary) cell.lower_level = cell.upper_level = Decimal::whole(1);
  }
  ComparisonOptions options;
  options.methods = {"round"};
  const ComparedProtection rounded = compared(table, options).front();
  ASSERT_TRUE(rounded.safe) << rounded.reason;
  EXPECT_NE(rounded.parameters, "base 1");
  EXPECT_GT(rounded.distance->changed, 0U);
}

TEST(Comparison, RanksByCellsAndByCost) {
  ComparisonOptions options;
  options.rank = RankBy::cells;
  const std::vector<ComparedProtection> cells = compared(shops(), options);
  EXPECT_EQ(cells[0].method, "adjust");  // among equals, the smaller lost value
  EXPECT_EQ(cells[2].method, "suppress-optimal");
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(cells[i].rank, 1U) << cells[i].method;
  EXPECT_EQ(cells[6].method, "recode");
  EXPECT_EQ(cells[6].rank, 7U);
  EXPECT_EQ(cells[7].method, "round");
  // The smiths of the first town are costly: three totals are suppressed instead. A move by 8 of 63 costs a
  // part.
  CellTable table = shops();
  for (Cell& cell : table.cells) cell.cost = Decimal::whole(cell.value == Decimal::whole(63) ? 100 : 1);
  options.rank = RankBy::cost;
  auto cost = by_name(compared(table, options));
  EXPECT_DOUBLE_EQ(cost["suppress-optimal"].lost->cost, 4.0 / 108);
  EXPECT_DOUBLE_EQ(cost["adjust-margins"].lost->cost,
                   (100 * 8.0 / 63 + 8.0 / 53 + 8.0 / 33 + 8.0 / 90) / 108);
  EXPECT_EQ(cost["adjust"].rank, 1U);
  EXPECT_LT(cost["suppress-optimal"].rank, cost["adjust-margins"].rank);
}

TEST(Comparison, GivesReasonsWhereAMethodDoesNotFit) {
  auto found = by_name(compared(testing::without_names(shops())));
  for (const char* name : {"suppress-hypercube", "suppress-modular", "recode"}) {
    EXPECT_EQ(found[name].rank, 0U) << name;
    EXPECT_FALSE(found[name].safe) << name;
    EXPECT_NE(found[name].reason, "") << name;
    EXPECT_FALSE(found[name].lost) << name;
  }
  EXPECT_EQ(found["adjust"].rank, 1U);
  EXPECT_EQ(found["suppress-optimal"].rank, 4U);
}

// 53 is known to be between 53 and 54 beforehand: no protection can make it uncertain by 5.
TEST(Comparison, RanksNothingThatIsNotSafe) {
  CellTable table = shops();
  for (Cell& cell : table.cells) {
    if (cell.status != CellStatus::primary) continue;
    cell.lower = cell.value;
    cell.upper = cell.value + Decimal::whole(1);
    cell.lower_level = Decimal();
    cell.upper_level = Decimal::whole(5);
  }
  for (const ComparedProtection& one : compared(table)) {
    EXPECT_FALSE(one.safe) << one.method;
    EXPECT_EQ(one.rank, 0U) << one.method;
    EXPECT_NE(one.reason, "") << one.method;
  }
}

// Sliding levels do not define how far a cell must move.
TEST(Comparison, DoesNotRankAdjustmentWithSlidingLevels) {
  CellTable table = shops();
  for (Cell& cell : table.cells) {
    if (cell.status == CellStatus::primary) cell.sliding_level = Decimal::whole(16);
  }
  auto found = by_name(compared(table));
  EXPECT_EQ(found["adjust"].rank, 0U);
  EXPECT_NE(found["adjust"].reason.find("sliding"), std::string::npos) << found["adjust"].reason;
  EXPECT_GT(found["suppress-optimal"].rank, 0U);
  EXPECT_NEAR(found["suppress-optimal"].doubt->least, 86.0 / 16, 1e-6);
  for (Cell& cell : table.cells) cell.sliding_level = std::min(cell.sliding_level, Decimal::whole(15));
  EXPECT_EQ(by_name(compared(table))["adjust"].rank, 1U);  // as wide as the other two levels together
}

// A cell that must be published cannot be removed with its level.
TEST(Comparison, DoesNotRecodeKeptCellsAway) {
  CellTable table = shops();
  ComparisonOptions options;
  options.methods = {"recode"};
  for (Cell& cell : table.cells) {
    if (cell.value == Decimal::whole(90)) cell.status = CellStatus::kept;
  }
  const ComparedProtection coarse = compared(table, options).front();
  EXPECT_FALSE(coarse.safe);
  EXPECT_NE(coarse.reason.find("must be published"), std::string::npos) << coarse.reason;
}

TEST(Comparison, ListsPerturbationWithoutARank) {
  CellTable table = shops();
  table.responses[0].counts = true;
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    table.keys.push_back(0x1357924680ACE135ULL * (cell + 1));
  }
  const std::vector<ComparedProtection> results = compared(table);
  const ComparedProtection& last = results.back();
  EXPECT_EQ(last.method, "perturb");
  EXPECT_EQ(last.rank, 0U);
  EXPECT_FALSE(last.safe);
  EXPECT_NE(last.reason.find("no audit"), std::string::npos) << last.reason;
  ASSERT_TRUE(last.lost);
  const Perturbation made = perturb(table, make_ptable(2, 4, 0));
  EXPECT_EQ(last.distance->changed, made.changed);
  EXPECT_DOUBLE_EQ(last.lost->cells, static_cast<double>(made.changed) / 9);
  EXPECT_EQ(results.front().rank, 1U);
}

TEST(Comparison, RefusesUnknownMethods) {
  ComparisonOptions options;
  options.methods = {"roundd"};
  EXPECT_NE(testing::complaint([&] { compared(shops(), options); }).find("roundd"), std::string::npos);
  options = {};
  options.limit = optimize::Effort::seconds(0);
  EXPECT_NE(testing::complaint([&] { compared(shops(), options); }).find("time limit"), std::string::npos);
  CellTable odd = shops();
  odd.cells[0].value = Decimal::whole(1);
  EXPECT_NE(testing::complaint([&] { compared(odd); }), "no error");
}

TEST(Comparison, CountsEachProtectionAsAStepAndStops) {
  const auto progress = std::make_shared<Progress>();
  ComparisonOptions options;
  options.methods = {"adjust", "round", "adjust"};  // duplicates count once
  EXPECT_EQ(compare_protections(shops(), options, sfumato::Run({.threads = 1, .progress = progress})).size(),
            2U);
  EXPECT_EQ(progress->fraction(), 1.0);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(compare_protections(shops(), options, sfumato::Run({.threads = 1, .stop = stop.get_token()})),
               Error);
}

// Every true value is within `reach` of its published value, as an attacker knows about a rounded table.
CellTable attacked_rounding(const CellTable& table, const ComparedProtection& one) {
  const std::size_t comma = one.parameters.find(',');
  const Decimal base = Decimal::parse(one.parameters.substr(5, comma - 5)).value();
  const int steps = comma == std::string::npos ? 0 : std::stoi(one.parameters.substr(comma + 2));
  const Decimal reach = Decimal::whole(steps + 1) * base;
  CellTable attacked = table;
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    Cell& cell = attacked.cells[i];
    if (cell.status != CellStatus::primary) cell.status = CellStatus::secondary;
    const Decimal lower = one.table.cells[i].value - reach, upper = one.table.cells[i].value + reach;
    cell.lower = cell.lower ? std::max(*cell.lower, lower) : lower;
    cell.upper = cell.upper ? std::min(*cell.upper, upper) : upper;
  }
  return attacked;
}

void expect_unbroken(const CellTable& table, const ComparedProtection& one) {
  if (one.suppressed) {
    EXPECT_TRUE(testing::broken_cells(one.cells()).empty()) << one.method;
  } else if (one.method == "round") {
    EXPECT_TRUE(testing::broken_cells(attacked_rounding(table, one)).empty()) << one.parameters;
    EXPECT_NO_THROW(check_additive(one.table));
  } else {
    EXPECT_NO_THROW(check_additive(one.table));
    for (std::size_t i = 0; i < table.cells.size(); ++i) {
      const Cell& cell = table.cells[i];
      const Decimal& published = one.table.cells[i].value;
      if (cell.status == CellStatus::kept) {
        EXPECT_EQ(published, cell.value);
      }
      if (cell.status != CellStatus::primary) continue;
      EXPECT_NE(published, cell.value) << one.method;
      EXPECT_TRUE(published <= cell.value - cell.lower_level || published >= cell.value + cell.upper_level);
    }
  }
}

TEST(Comparison, WhatIsRankedCannotBeBroken) {
  Rng rng({10, 7});
  testing::RandomCells shape;
  shape.most_leaves = 3;
  shape.most_records = 25;
  shape.statuses = false;
  std::map<std::string, int> ranked;
  for (int round = 0; round < 25; ++round) {
    CellTable table = testing::random_cell_table(rng, shape);
    if (table.cells.size() > 60) continue;
    for (Cell& cell : table.cells) cell.cost = magnitude(cell.value);
    testing::make_sensitive(table, rng, 0.15);
    ComparisonOptions options;
    options.limit = optimize::Effort::work(2);
    double last = 0;
    for (const ComparedProtection& one : compared(table, options)) {
      if (one.rank == 0) {
        EXPECT_NE(one.reason, "") << one.method;
        continue;
      }
      EXPECT_TRUE(one.safe);
      EXPECT_GE(one.lost->value, last - 1e-9);
      last = one.lost->value;
      EXPECT_GE(one.doubt ? one.doubt->least : 1, 1 - 1e-5) << one.method;
      EXPECT_GE(one.gap.value_or(0), -1e-9) << one.method;
      expect_unbroken(table, one);
      ++ranked[one.method];
    }
  }
  for (const char* name : {"suppress-optimal", "suppress-hypercube", "round", "adjust", "recode"}) {
    EXPECT_GT(ranked[name], 3) << name;
  }
}

// The reference optimum: 6 secondary cells of 521,926.
TEST(Comparison, OfAReferenceTable) {
  SFUMATO_REQUIRE_REFERENCE(path, "tables/tau_testW_SizeRegion_p15.jj");
  ComparisonOptions options;
  options.methods = {"suppress-optimal", "adjust"};
  options.attacker.insiders = false;
  options.limit = optimize::Effort::work(20);
  auto found = by_name(compared(read_cell_table(path, {}, sfumato::Run({.threads = 1})), options));
  EXPECT_EQ(*found["suppress-optimal"].cost, 521926);
  EXPECT_EQ(found["suppress-optimal"].suppressed->secondary, 6U);
  EXPECT_EQ(*found["suppress-optimal"].gap, 0);
}

}  // namespace
}  // namespace sfumato::tables
