// Rounding against hand-made tables, exhaustive search, and properties over random tables.
#include "tables/rounding/rounding.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "support/random_cell_table.hpp"
#include "tables/filled_table.hpp"
#include "tables/plain_attacker.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::filled_table;
using sfumato::testing::flat_dimension;
using sfumato::testing::PlainAttacker;
using sfumato::testing::random_cell_table;
using sfumato::testing::random_table;
using sfumato::testing::RandomCells;
using sfumato::testing::two_level_dimension;

sfumato::Run seeded(std::uint64_t seed = 1, int threads = 1) {
  return sfumato::Run({.seed = seed, .threads = threads});
}

RoundingOptions to_base(std::int64_t base) {
  RoundingOptions options;
  options.base = Decimal::whole(base);
  options.limit = optimize::Effort::work(60);
  return options;
}

CellTable square(std::vector<std::int64_t> leaves) {
  std::size_t next = 0;
  return filled_table({flat_dimension("a", 2), flat_dimension("b", 2)}, true,
                      [&] { return Decimal::whole(leaves[next++]); });
}

// Columns of 5 and the total of 10 stay. Rows become 5 and 5, at best by rounding 2 and 4 up (1 + 3 + 1 + 3
// for the cells, 2 + 2 for the rows), or 0 and 10 by rounding 4 and 3 up (1 + 2 + 1 + 2, 3 + 3): 12 both.
TEST(Rounding, FindsTheNearestTableByHand) {
  const Rounding rounded = round_table(square({1, 2, 4, 3}), to_base(5), seeded());
  ASSERT_TRUE(rounded.found);
  EXPECT_TRUE(rounded.optimal);
  EXPECT_TRUE(rounded.additive);
  EXPECT_EQ(rounded.steps, 0);
  EXPECT_DOUBLE_EQ(rounded.distance, 12);
  EXPECT_DOUBLE_EQ(rounded.bound, 12);
  EXPECT_EQ(rounded.values[0], Decimal::whole(10));
  EXPECT_TRUE(rounded.audit.safe);
  check_table(rounded.table);
}

// Every way to round the leaves up or down; sums follow and must themselves be rounded up or down.
double nearest_by_enumeration(const CellTable& table, const std::vector<Dimension>& dimensions,
                              std::int64_t base) {
  std::vector<std::int64_t> leaves;
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    const std::span<const std::uint32_t> codes = table.codes_of(i);
    bool leaf = true;
    for (std::size_t d = 0; d < dimensions.size(); ++d) leaf = leaf && !dimensions[d].is_sum(codes[d]);
    if (leaf) leaves.push_back(table.cells[i].value.units());
  }
  double best = -1;
  for (std::size_t choice = 0; choice < std::size_t{1} << leaves.size(); ++choice) {
    std::size_t next = 0;
    const CellTable rounded = filled_table(dimensions, true, [&] {
      const std::int64_t below = leaves[next] / base * base;
      return Decimal::whole(below + ((choice >> next++) & 1U ? base : 0));
    });
    double distance = 0;
    bool allowed = true;
    for (std::size_t i = 0; i < table.cells.size(); ++i) {
      const std::int64_t off = std::abs(rounded.cells[i].value.units() - table.cells[i].value.units());
      allowed = allowed && off < base;
      distance += static_cast<double>(off);
    }
    if (allowed && (best < 0 || distance < best)) best = distance;
  }
  return best;
}

TEST(Rounding, IsAsNearAsExhaustiveSearchFinds) {
  Rng rng({4, 2});
  int further = 0;
  for (int round = 0; round < 60; ++round) {
    std::vector<Dimension> dimensions{flat_dimension("a", 2), flat_dimension("b", 2 + rng.below(2))};
    if (round % 3 == 1) dimensions = {flat_dimension("a", 2), flat_dimension("b", 2), flat_dimension("c", 2)};
    if (round % 3 == 2) dimensions = {two_level_dimension("a"), flat_dimension("b", 2)};
    const std::int64_t base = 3 + static_cast<std::int64_t>(rng.below(3));
    const CellTable table = random_table(rng, dimensions, true, 20);
    const double nearest = nearest_by_enumeration(table, dimensions, base);
    const Rounding rounded = round_table(table, to_base(base), seeded());
    if (nearest < 0) {
      EXPECT_TRUE(!rounded.found || rounded.steps > 0) << round;
      ++further;
      continue;
    }
    ASSERT_TRUE(rounded.found) << round;
    EXPECT_EQ(rounded.steps, 0);
    EXPECT_TRUE(rounded.optimal);
    EXPECT_NEAR(rounded.distance, nearest, 1e-9) << round;
    EXPECT_NEAR(rounded.bound, nearest, 1e-6) << round;
  }
  EXPECT_LT(further, 30);
}

// a = 3 b with b = 2 and a = 6 has no solution among the nearest multiples of 5; one step further, 0 and 0
// are nearest.
TEST(Rounding, GoesFurtherStepsOnlyWhereItMust) {
  CellTable table;
  table.cells.resize(2);
  table.cells[0].value = Decimal::whole(6);
  table.cells[1].value = Decimal::whole(2);
  const Term terms[] = {{0, -1}, {1, 3}};
  table.relations.add(Decimal(), terms);
  const Rounding rounded = round_table(table, to_base(5), seeded());
  ASSERT_TRUE(rounded.found);
  EXPECT_EQ(rounded.steps, 1);
  EXPECT_DOUBLE_EQ(rounded.distance, 8);
  EXPECT_DOUBLE_EQ(rounded.reach, 10);
  EXPECT_FALSE(rounded.notes.empty());
  RoundingOptions strict = to_base(5);
  strict.most_steps = 0;
  const Rounding none = round_table(table, strict, seeded());
  EXPECT_FALSE(none.found);
  EXPECT_FALSE(none.notes.empty());
}

void expect_rounded(const CellTable& table, const Rounding& rounded, const RoundingOptions& options) {
  const std::optional<std::int64_t> base = options.base.units_at(3);
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    const Decimal& value = table.cells[i].value;
    const Decimal& published = rounded.values[i];
    EXPECT_EQ(published.units_at(3).value() % *base, 0) << cell_name(table, i);
    EXPECT_LE(magnitude(published - value).number(), rounded.reach + 1e-12);
    EXPECT_FALSE(value.is_negative() && Decimal() < published);
    EXPECT_FALSE(published.is_negative() && Decimal() < value);
    const bool multiple = value.units_at(3).value() % *base == 0;
    const bool stays = multiple && (rounded.steps == 0 || value.is_zero());
    EXPECT_TRUE(!options.zero_restricted || !stays || value == published);
  }
}

TEST(Rounding, KeepsItsGuaranteesOnRandomTables) {
  Rng rng({8, 8});
  int found = 0;
  for (int round = 0; round < 120; ++round) {
    RandomCells cells;
    cells.negative = round % 3 == 0;
    cells.most_records = 25;
    const CellTable table = random_cell_table(rng, cells);
    RoundingOptions options;
    options.base = Decimal::whole(static_cast<std::int64_t>(2 + rng.below(5000)));
    options.zero_restricted = rng.chance(0.7);
    options.limit = optimize::Effort::work(5);
    options.attacker.insiders = false;
    if (rng.chance(0.2)) options.weight = DistanceWeight::relative;
    const Rounding rounded = round_table(table, options, seeded());
    if (!rounded.found) continue;
    ++found;
    EXPECT_TRUE(rounded.additive);
    check_table(rounded.table);
    expect_rounded(table, rounded, options);
    EXPECT_LE(rounded.bound, rounded.distance * (1 + 1e-9));
    EXPECT_TRUE(rounded.table.contributors.empty() && rounded.table.hits.empty());
    if (rounded.protect) continue;
    for (const std::size_t cell : rounded.too_small) EXPECT_EQ(table.cells[cell].status, CellStatus::primary);
  }
  EXPECT_GT(found, 100);
}

TEST(Rounding, CellByCellStaysNearAndNeedNotAddUp) {
  Rng rng({8, 9});
  for (int round = 0; round < 40; ++round) {
    const CellTable table = random_cell_table(rng, {.negative = round % 2 == 0});
    for (const RoundingMode mode : {RoundingMode::random, RoundingMode::conventional}) {
      RoundingOptions options = to_base(1 + static_cast<std::int64_t>(rng.below(500)));
      options.mode = mode;
      options.attacker.insiders = false;
      const Rounding rounded = round_table(table, options, seeded());
      ASSERT_TRUE(rounded.found);
      expect_rounded(table, rounded, options);
      if (rounded.additive) check_table(rounded.table);
    }
  }
}

CellTable one_cell(const char* value) {
  CellTable table;
  table.cells.resize(1);
  table.cells[0].value = Decimal::parse(value).value();
  table.cells[0].lower = std::nullopt;
  return table;
}

TEST(Rounding, RoundsAHalfAwayFromZero) {
  RoundingOptions options = to_base(5);
  options.mode = RoundingMode::conventional;
  const auto rounded = [&](const char* value) {
    return round_table(one_cell(value), options, seeded()).values[0].text();
  };
  EXPECT_EQ(rounded("2.5"), "5.0");
  EXPECT_EQ(rounded("-2.5"), "-5.0");
  EXPECT_EQ(rounded("2.4"), "0.0");
  EXPECT_EQ(rounded("-2.4"), "0.0");
  EXPECT_EQ(rounded("-7.6"), "-10.0");
  EXPECT_EQ(rounded("10"), "10");
}

// 7 becomes 10 with probability 2/5; 4000 draws have a standard error of 0.0077.
TEST(Rounding, AtRandomIsUnbiasedAndRepeatable) {
  RoundingOptions options = to_base(5);
  options.mode = RoundingMode::random;
  CellTable table;
  table.cells.resize(4000);
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    table.cells[i].value = Decimal::whole(i % 2 == 0 ? 7 : -8);
    table.cells[i].lower = std::nullopt;
  }
  const Rounding rounded = round_table(table, options, seeded(3));
  std::array<double, 2> up{};
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    const std::int64_t published = rounded.values[i].units();
    EXPECT_TRUE(i % 2 == 0 ? published == 5 || published == 10 : published == -10 || published == -5);
    up[i % 2] += published == 10 || published == -5 ? 1 : 0;
  }
  EXPECT_NEAR(up[0] / 2000, 0.4, 0.04);
  EXPECT_NEAR(up[1] / 2000, 0.4, 0.04);
  EXPECT_EQ(rounded.values, round_table(table, options, seeded(3, 8)).values);
  EXPECT_NE(rounded.values, round_table(table, options, seeded(4)).values);
}

TEST(Rounding, IsTheSameForAnyNumberOfThreads) {
  Rng rng({5, 5});
  const CellTable table =
      random_table(rng, {flat_dimension("a", 6), flat_dimension("b", 5), flat_dimension("c", 3)}, true, 30);
  const Rounding one = round_table(table, to_base(3), seeded(1, 1));
  const Rounding eight = round_table(table, to_base(3), seeded(2, 8));
  ASSERT_TRUE(one.found);
  EXPECT_EQ(one.values, eight.values);
}

// 8 is nearer to 10, whose band of 5 starts at 5; a lower level of 4 requires 4, which is in the band around
// 5.
TEST(Rounding, RoundsSensitiveCellsToValuesWhoseBandProtectsThem) {
  CellTable table = one_cell("8");
  table.cells[0].status = CellStatus::primary;
  table.cells[0].lower_level = Decimal::whole(4);
  const Rounding rounded = round_table(table, to_base(5), seeded());
  EXPECT_EQ(rounded.values[0], Decimal::whole(5));
  EXPECT_TRUE(rounded.audit.safe);
  RoundingOptions careless = to_base(5);
  careless.protect = false;
  const Rounding nearer = round_table(table, careless, seeded());
  EXPECT_EQ(nearer.values[0], Decimal::whole(10));
  EXPECT_FALSE(nearer.audit.safe);
}

TEST(Rounding, NamesCellsForWhichTheBaseIsTooSmall) {
  CellTable table = square({9, 2, 4, 3});
  const std::size_t sensitive = 4;  // of value 9
  ASSERT_EQ(table.cells[sensitive].value, Decimal::whole(9));
  table.cells[sensitive].status = CellStatus::primary;
  table.cells[sensitive].lower_level = table.cells[sensitive].upper_level = Decimal::whole(5);
  const Rounding rounded = round_table(table, to_base(5), seeded());
  ASSERT_TRUE(rounded.found);
  EXPECT_EQ(rounded.too_small, std::vector<std::size_t>{sensitive});
  EXPECT_FALSE(rounded.audit.safe);
  ASSERT_EQ(rounded.audit.cells.size(), 1U);
  EXPECT_EQ(rounded.audit.cells[0].cell, sensitive);
  EXPECT_TRUE(round_table(table, to_base(20), seeded()).audit.safe);
}

// 63 and 57 become 60 and 60 with any number of steps: steps allowed but not used give no protection.
TEST(Rounding, UnusedStepsDoNotWidenIntervals) {
  for (const int steps : {0, 1, 2}) {
    CellTable table = square({63, 57, 40, 30});
    table.cells[4].status = CellStatus::primary;
    table.cells[4].lower_level = Decimal(63, 1);
    table.cells[4].upper_level = Decimal::whole(19);
    RoundingOptions options = to_base(10);
    options.steps = options.most_steps = steps;
    options.protect = false;
    const Rounding rounded = round_table(table, options, seeded());
    ASSERT_TRUE(rounded.found);
    EXPECT_EQ(rounded.steps, 0) << steps;
    EXPECT_DOUBLE_EQ(rounded.reach, 10) << steps;
    EXPECT_FALSE(rounded.audit.safe) << steps;
  }
}

// The attacker's system written down cell by cell for the dense simplex of the tests.
TEST(Rounding, AuditAgreesWithAPlainAttacker) {
  Rng rng({6, 1});
  for (int round = 0; round < 25; ++round) {
    CellTable table = random_table(rng, {flat_dimension("a", 3), flat_dimension("b", 2)}, true, 15);
    for (Cell& cell : table.cells) {
      if (!rng.chance(0.4)) continue;
      cell.status = CellStatus::primary;
      cell.lower_level = std::min(cell.value, Decimal::whole(static_cast<std::int64_t>(rng.below(4))));
      cell.upper_level = Decimal::whole(static_cast<std::int64_t>(rng.below(4)));
    }
    const Rounding rounded = round_table(table, to_base(5), seeded());
    ASSERT_TRUE(rounded.found);
    CellTable attacked = table;
    for (std::size_t i = 0; i < table.cells.size(); ++i) {
      attacked.cells[i].status = CellStatus::secondary;
      const std::int64_t published = rounded.values[i].units(), reach = 5 * (rounded.steps + 1);
      attacked.cells[i].lower = Decimal::whole(std::max<std::int64_t>(0, published - reach));
      attacked.cells[i].upper = Decimal::whole(published + reach);
    }
    PlainAttacker attacker(attacked);
    for (const AuditedCell& cell : rounded.audit.cells) {
      const Interval plain = attacker.interval(cell.cell);
      EXPECT_NEAR(*plain.lower, *cell.interval.lower, 1e-6);
      EXPECT_NEAR(*plain.upper, *cell.interval.upper, 1e-6);
      const Cell& original = table.cells[cell.cell];
      const bool safe = *plain.lower <= (original.value - original.lower_level).number() + 1e-6 &&
                        *plain.upper >= (original.value + original.upper_level).number() - 1e-6;
      EXPECT_EQ(cell.safe, safe);
    }
  }
}

std::string refusal(const CellTable& table, const RoundingOptions& options) {
  try {
    round_table(table, options, seeded());
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    return with_values(error.message, DataValues::shown);
  }
  return "";
}

TEST(Rounding, RefusesInvalidOptions) {
  const CellTable table = square({1, 2, 3, 4});
  EXPECT_NE(refusal(table, to_base(0)).find("not positive"), std::string::npos);
  EXPECT_NE(refusal(table, to_base(-5)).find("not positive"), std::string::npos);
  RoundingOptions options;
  options.base = Decimal(25, 1);
  EXPECT_NE(refusal(table, options).find("finer"), std::string::npos);
  EXPECT_NE(refusal(table, to_base(1)).find("multiple"), std::string::npos);
  options = to_base(5);
  options.steps = 3;
  EXPECT_NE(refusal(table, options).find("steps"), std::string::npos);
  options = to_base(5);
  options.limit = optimize::Effort::seconds(0);
  EXPECT_NE(refusal(table, options).find("time"), std::string::npos);
  CellTable fixed_sum = one_cell("7");
  const Term terms[] = {{0, 1}};
  fixed_sum.relations.add(Decimal::whole(7), terms);
  EXPECT_NE(refusal(fixed_sum, to_base(5)).find("right side"), std::string::npos);
  CellTable broken = table;
  broken.cells[0].value = Decimal::whole(11);
  EXPECT_NE(refusal(broken, to_base(5)).find("add up"), std::string::npos);
}

TEST(Rounding, SurvivesNumbersAtTheEdge) {
  CellTable table = one_cell("9223372036854775806");
  RoundingOptions options = to_base(1000);
  options.mode = RoundingMode::conventional;
  EXPECT_NE(refusal(table, options).find("18 digits"), std::string::npos);
  table.cells[0].status = CellStatus::primary;
  table.cells[0].lower_level = table.cells[0].upper_level = Decimal::parse("9000000000000000000").value();
  EXPECT_NO_THROW({
    try {
      round_table(table, to_base(1), seeded());
    } catch (const Error&) {
    }
  });
}

}  // namespace
}  // namespace sfumato::tables
