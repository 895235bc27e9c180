// The guarantees of `suppress` for every algorithm: no attacker learns more than the levels allow, kept cells
// are published, and cells that cannot be protected are listed.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "core/error.hpp"
#include "tables/filled_table.hpp"
#include "tables/formats/jj.hpp"
#include "tables/suppression/algorithm.hpp"
#include "tables/suppression/suppression.hpp"
#include "tables/suppression_tables.hpp"

namespace sfumato::tables {
namespace {

using optimize::Effort;
using sfumato::testing::broken_cells;
using sfumato::testing::lone_contributors;
using sfumato::testing::make_sensitive;
using sfumato::testing::RandomCells;

constexpr std::array all_algorithms{"auto", "optimal", "hypercube", "network", "modular", "gauss"};

// Without a value where the algorithm cannot be used for the table.
std::optional<Suppression> try_suppress(const CellTable& table, const SuppressionOptions& options) {
  const sfumato::Run run({.seed = 1});
  try {
    return suppress(table, options, run);
  } catch (const Error& error) {
    const bool may_refuse =
        options.algorithm == "network" || options.algorithm == "gauss" || table.dimensions.empty();
    if (!may_refuse || error.code != ErrorCode::bad_input) throw;
    return std::nullopt;
  }
}

std::vector<std::size_t> listed(const Suppression& result) {
  std::vector<std::size_t> cells;
  for (const OutOfReach& cell : result.out_of_reach) cells.push_back(cell.cell);
  return cells;
}

void expect_honest(const CellTable& before, const Suppression& result, const std::string& where) {
  double cost = 0;
  std::size_t primary = 0, secondary = 0;
  for (std::size_t cell = 0; cell < before.cells.size(); ++cell) {
    const CellStatus was = before.cells[cell].status;
    const CellStatus is = result.table.cells[cell].status;
    EXPECT_EQ(was == CellStatus::primary, is == CellStatus::primary) << where;
    EXPECT_EQ(was == CellStatus::kept, is == CellStatus::kept) << where;
    primary += is == CellStatus::primary ? 1 : 0;
    secondary += is == CellStatus::secondary ? 1 : 0;
    if (is == CellStatus::secondary && was != CellStatus::secondary) cost += before.cells[cell].cost.number();
  }
  EXPECT_NEAR(result.cost, cost, 1e-6 * std::max(1.0, cost)) << where;
  EXPECT_LE(result.bound, result.cost) << where;
  EXPECT_EQ(result.primary, primary) << where;
  EXPECT_EQ(result.secondary, secondary) << where;
  EXPECT_EQ(result.audit.safe, result.out_of_reach.empty()) << where;
  CellTable unmarked = result.table;
  for (std::size_t cell = 0; cell < before.cells.size(); ++cell) {
    unmarked.cells[cell].status = before.cells[cell].status;
  }
  EXPECT_EQ(unmarked, before) << where;
}

// Every cell suppressed that may be: still unsafe?
void expect_out_of_reach(const CellTable& before, const Suppression& result, const std::string& where) {
  if (result.out_of_reach.empty()) return;
  const CellTable all = with_pattern(before, make_problem(before, {}).most());
  const std::vector<std::size_t> broken = broken_cells(all);
  for (const std::size_t cell : listed(result)) {
    EXPECT_TRUE(std::find(broken.begin(), broken.end(), cell) != broken.end()) << where << ' ' << cell;
  }
}

void try_all(const CellTable& table, const std::string& what) {
  for (const char* algorithm : all_algorithms) {
    if (std::string(algorithm) == "auto") continue;  // another name for `optimal` here
    const std::string where = what + ", " + algorithm;
    const std::optional<Suppression> result = try_suppress(
        table, {.algorithm = algorithm, .limit = Effort::work(5), .attacker = {.insiders = false}});
    if (!result) continue;
    expect_honest(table, *result, where);
    expect_out_of_reach(table, *result, where);
    for (const std::size_t cell : broken_cells(result->table)) {
      const std::vector<std::size_t> known = listed(*result);
      EXPECT_TRUE(std::find(known.begin(), known.end(), cell) != known.end())
          << where << ": " << cell_name(table, cell) << " is unsafe";
    }
  }
}

void try_random(std::uint64_t seed, int trials, const RandomCells& kind, double share) {
  Rng rng({seed, 10});
  for (int trial = 0; trial < trials;) {
    CellTable table = sfumato::testing::random_cell_table(rng, kind);
    if (table.cells.size() > 160) continue;
    make_sensitive(table, rng, share);
    try_all(table, "table " + std::to_string(trial));
    ++trial;
  }
}

TEST(Suppression, ProtectsRandomTables) {
  try_random(41, 40, {.most_leaves = 4, .hierarchies = false, .linked = false, .statuses = false}, 0.12);
}

TEST(Suppression, ProtectsHierarchicalAndLinkedTables) {
  try_random(42, 40, {.most_leaves = 5, .statuses = false}, 0.1);
}

TEST(Suppression, ProtectsTablesOfFourDimensions) {
  try_random(43, 15, {.most_dimensions = 4, .most_leaves = 3, .statuses = false}, 0.08);
}

TEST(Suppression, ProtectsTablesWithNegativeValues) {
  try_random(44, 25, {.most_leaves = 4, .negative = true, .statuses = false}, 0.12);
}

TEST(Suppression, ProtectsTablesWithBoundsAndStatusesOfAllKinds) {
  try_random(45, 30, {.most_leaves = 3}, 0.15);
}

TEST(Suppression, ProtectsTablesGivenByTheirRelationsOnly) {
  Rng rng({46, 10});
  for (int trial = 0; trial < 30;) {
    CellTable table = sfumato::testing::random_cell_table(rng, {.most_leaves = 4, .statuses = false});
    if (table.cells.size() > 160) continue;
    make_sensitive(table, rng, 0.12);
    try_all(sfumato::testing::without_names(table), "table " + std::to_string(trial++));
  }
}

// A table with contributors: single contributors of a cell attack with their knowledge.
CellTable contributed_table(Rng& rng) {
  while (true) {
    CellTable table = sfumato::testing::random_cell_table(
        rng, {.most_leaves = 4, .most_records = 60, .statuses = false, .contributors = true});
    if (table.cells.size() > 130) continue;
    make_sensitive(table, rng, 0.02);
    for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
      if (table.contributors[cell].frequency != 1 || !rng.chance(0.7)) continue;
      Cell& own = table.cells[cell];
      if (own.value.is_zero()) continue;
      own.status = CellStatus::primary;
      own.upper_level = own.lower_level =
          Decimal(std::max<std::int64_t>(own.value.units() / 8, 0), own.value.decimals());
    }
    return table;
  }
}

std::size_t insider_disclosures(const CellTable& table, const std::vector<std::size_t>& excused) {
  std::size_t count = 0;
  for (const auto& [contributor, known] : lone_contributors(table)) {
    for (const std::size_t cell : broken_cells(table, known)) {
      count += std::find(excused.begin(), excused.end(), cell) == excused.end() ? 1 : 0;
    }
  }
  return count;
}

TEST(Suppression, ProtectsAgainstSingleContributors) {
  Rng rng({47, 10});
  std::size_t ignored = 0;
  double careful_cost = 0, careless_cost = 0;
  for (int trial = 0; trial < 25; ++trial) {
    const CellTable table = contributed_table(rng);
    for (const char* algorithm : {"optimal", "hypercube", "modular"}) {
      const std::optional<Suppression> careful =
          try_suppress(table, {.algorithm = algorithm, .limit = Effort::work(5)});
      ASSERT_TRUE(careful);
      expect_honest(table, *careful, "careful");
      EXPECT_EQ(insider_disclosures(careful->table, listed(*careful)), 0U) << trial << ' ' << algorithm;
      const std::optional<Suppression> careless = try_suppress(
          table, {.algorithm = algorithm, .limit = Effort::work(5), .attacker = {.insiders = false}});
      ASSERT_TRUE(careless);
      ignored += insider_disclosures(careless->table, listed(*careless));
      careful_cost += careful->cost;
      careless_cost += careless->cost;
    }
  }
  EXPECT_GT(ignored, 0U);
  EXPECT_GT(careful_cost, careless_cost);
}

// Half a unit above or below is not an uncertainty for an attacker who knows that counts are integers.
TEST(Suppression, ProtectsAgainstAttackersWhoKnowThatCountsAreIntegers) {
  Rng rng({52, 10});
  int out_of_reach = 0;
  for (int trial = 0; trial < 20; ++trial) {
    CellTable table = sfumato::testing::random_table(
        rng, {sfumato::testing::two_level_dimension("a"), sfumato::testing::flat_dimension("b", 3)}, true,
        12);
    for (Cell& cell : table.cells) {
      cell.cost = cell.value;
      if (cell.value.is_zero() || cell.value > Decimal::whole(4)) continue;
      cell.status = CellStatus::primary;
      cell.upper_level = cell.lower_level = Decimal(5, 1);
    }
    const sfumato::Run run({.seed = 1});
    for (const char* algorithm : {"optimal", "modular"}) {
      const Suppression result = suppress(
          table, {.algorithm = algorithm, .limit = Effort::work(5), .attacker = {.whole_numbers = true}},
          run);
      expect_honest(table, result, algorithm);
      out_of_reach += result.out_of_reach.empty() ? 0 : 1;
      EXPECT_EQ(audit(result.table, {.whole_numbers = true}, run).safe, result.out_of_reach.empty());
    }
  }
  EXPECT_LE(out_of_reach, 4);
}

TEST(Suppression, ListsLevelsOutOfReach) {
  std::int64_t next = 10;
  CellTable table = sfumato::testing::filled_table(
      {sfumato::testing::flat_dimension("a", 3), sfumato::testing::flat_dimension("b", 3)}, false,
      [&] { return Decimal::whole(next++); });
  for (Cell& cell : table.cells) cell.cost = cell.value;
  table.cells[5].status = CellStatus::primary;  // 10
  table.cells[5].lower_level = Decimal::whole(25);
  table.cells[10].status = CellStatus::primary;  // 14
  table.cells[10].upper_level = table.cells[10].lower_level = Decimal::whole(2);
  const std::optional<Suppression> result = try_suppress(table, {.limit = Effort::work(5)});
  ASSERT_TRUE(result);
  ASSERT_EQ(result->out_of_reach.size(), 1U);
  EXPECT_EQ(result->out_of_reach[0].cell, 5U);
  EXPECT_EQ(result->out_of_reach[0].need_lower, -15);
  EXPECT_EQ(result->out_of_reach[0].most.lower, 0);
  EXPECT_FALSE(result->audit.safe);
  for (const AuditedCell& cell : result->audit.cells) {
    if (cell.cell == 5) {
      EXPECT_NEAR(cell.interval.lower.value(), 0, 1e-4);  // as far as it goes
    }
    if (cell.cell == 10) {
      EXPECT_TRUE(cell.safe);
    }
  }
  EXPECT_FALSE(result->notes.empty());
}

TEST(Suppression, HasNothingToDoWithoutSensitiveCells) {
  Rng rng({48, 10});
  const CellTable table = sfumato::testing::random_cell_table(rng, {.statuses = false});
  const std::optional<Suppression> result = try_suppress(table, {.limit = Effort::work(5)});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->table, table);
  EXPECT_TRUE(result->optimal);
  EXPECT_EQ(result->cost, 0);
  EXPECT_TRUE(result->audit.safe);
}

TEST(Suppression, RefusesAnAlgorithmThatDoesNotFit) {
  Rng rng({49, 10});
  CellTable table = sfumato::testing::random_cell_table(rng, {.most_leaves = 4, .statuses = false});
  make_sensitive(table, rng, 0.3);
  table = sfumato::testing::without_names(table);
  const sfumato::Run run({.seed = 1});
  EXPECT_THROW(suppress(table, {.algorithm = "modular"}, run), Error);
  EXPECT_THROW(suppress(table, {.algorithm = "hypercube"}, run), Error);
}

TEST(Suppression, IsTheSameForAnyNumberOfThreads) {
  Rng rng({50, 10});
  for (int trial = 0; trial < 10; ++trial) {
    CellTable table = sfumato::testing::random_cell_table(rng, {.statuses = false, .contributors = true});
    make_sensitive(table, rng, 0.1);
    for (const char* algorithm : {"hypercube", "modular"}) {
      const sfumato::Run one({.seed = 1, .threads = 1}), many({.seed = 1, .threads = 4});
      const SuppressionOptions options{.algorithm = algorithm, .limit = Effort::work(1000)};
      EXPECT_EQ(suppress(table, options, one).table, suppress(table, options, many).table);
    }
  }
}

TEST(Suppression, IsReadBackFromJjAsTheSameTable) {
  Rng rng({51, 10});
  for (int trial = 0; trial < 15; ++trial) {
    CellTable table = sfumato::testing::random_cell_table(rng, {.most_leaves = 4, .statuses = false});
    make_sensitive(table, rng, 0.1);
    for (Cell& cell : table.cells) cell.upper = cell.value + Decimal::whole(1'000'000);
    table = sfumato::testing::without_names(table);
    const std::optional<Suppression> result = try_suppress(table, {.limit = Effort::work(5)});
    ASSERT_TRUE(result);
    std::string text;
    write_jj(result->table, [&](std::string_view part) { text += part; });
    EXPECT_EQ(parse_jj(text, "written.jj").cells, result->table.cells);
    EXPECT_EQ(parse_jj(text, "written.jj").relations, result->table.relations);
  }
}

TEST(Suppression, KnowsItsAlgorithmsByName) {
  for (const char* algorithm : all_algorithms) {
    EXPECT_EQ(suppression_algorithm(algorithm).info.name, algorithm);
  }
  EXPECT_THROW(suppression_algorithm("best"), Error);
}

}  // namespace
}  // namespace sfumato::tables
