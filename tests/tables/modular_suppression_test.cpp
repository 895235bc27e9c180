#include <gtest/gtest.h>

#include <algorithm>

#include "tables/audit/audit.hpp"
#include "tables/filled_table.hpp"
#include "tables/suppression/algorithms.hpp"
#include "tables/suppression_tables.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::flat_dimension;
using sfumato::testing::make_sensitive;
using sfumato::testing::random_table;
using sfumato::testing::two_level_dimension;

Limit enough() { return Limit(optimize::Effort::work(60)); }

void make_leaves_sensitive(CellTable& table, Rng& rng, double share) {
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    Cell& own = table.cells[cell];
    own.cost = own.value;
    const std::span<const std::uint32_t> codes = table.codes_of(cell);
    bool leaf = !own.value.is_zero();
    for (std::size_t d = 0; d < table.dimensions.size(); ++d) {
      leaf = leaf && !table.dimensions[d].is_sum(codes[d]);
    }
    if (!leaf || !rng.chance(share)) continue;
    own.status = CellStatus::primary;
    own.upper_level = own.lower_level = Decimal(2 * own.value.units(), 1);
  }
}

TEST(ModularSuppression, NeedsDimensions) {
  Rng rng({61, 10});
  CellTable table = random_table(rng, {flat_dimension("a", 3), flat_dimension("b", 3)}, false, 50);
  make_leaves_sensitive(table, rng, 0.3);
  table = sfumato::testing::without_names(table);
  const sfumato::Run run({.seed = 1});
  EXPECT_FALSE(modular_suppression(table, make_problem(table, {}), enough(), run));
}

// A flat table is its own only subtable, and nothing needs repair.
TEST(ModularSuppression, ProtectsFlatTablesByItself) {
  Rng rng({62, 10});
  const sfumato::Run run({.seed = 1});
  for (int trial = 0; trial < 40; ++trial) {
    std::vector<Dimension> dimensions{flat_dimension("a", 3 + rng.below(4)),
                                      flat_dimension("b", 3 + rng.below(4))};
    if (trial % 2 == 0) dimensions.push_back(flat_dimension("c", 3));
    CellTable table = random_table(rng, dimensions, false, 100);
    make_leaves_sensitive(table, rng, 0.1);
    const auto pattern = modular_suppression(table, make_problem(table, {}), enough(), run);
    ASSERT_TRUE(pattern);
    EXPECT_TRUE(audit(with_pattern(table, *pattern), {.verdict_only = true}, run).safe) << trial;
  }
}

// Subtables are treated separately, and yet few demands are left unmet.
TEST(ModularSuppression, ProtectsMostHierarchicalTablesByItself) {
  Rng rng({63, 10});
  const sfumato::Run run({.seed = 1});
  int safe = 0;
  for (int trial = 0; trial < 40; ++trial) {
    std::vector<Dimension> dimensions{two_level_dimension("a"), two_level_dimension("b")};
    if (trial % 4 == 0) dimensions.push_back(flat_dimension("c", 2));
    CellTable table = random_table(rng, dimensions, false, 100);
    make_leaves_sensitive(table, rng, 0.1);
    const auto pattern = modular_suppression(table, make_problem(table, {}), enough(), run);
    ASSERT_TRUE(pattern);
    safe += audit(with_pattern(table, *pattern), {.verdict_only = true}, run).safe ? 1 : 0;
  }
  EXPECT_GE(safe, 30);
}

TEST(ModularSuppression, RespectsHiddenAndPublishedCells) {
  Rng rng({64, 10});
  const sfumato::Run one({.seed = 1, .threads = 1}), many({.seed = 1, .threads = 4});
  for (int trial = 0; trial < 60; ++trial) {
    CellTable table =
        sfumato::testing::random_cell_table(rng, {.negative = trial % 4 == 0, .statuses = trial % 2 == 0});
    if (trial % 2 != 0) make_sensitive(table, rng, 0.1);
    const SuppressionProblem problem = make_problem(table, {});
    const auto pattern = modular_suppression(table, problem, enough(), one);
    ASSERT_TRUE(pattern);
    EXPECT_EQ(pattern, modular_suppression(table, problem, enough(), many));
    for (std::size_t cell = 0; cell < pattern->size(); ++cell) {
      if (problem.choice[cell] == Choice::open) continue;
      EXPECT_EQ((*pattern)[cell] != 0, problem.choice[cell] == Choice::hidden);
    }
  }
}

}  // namespace
}  // namespace sfumato::tables
