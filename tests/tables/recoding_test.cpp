// Recoding: which levels remain, that no better choice exists, and that the coarser table is valid.
#include "tables/recoding/recoding.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "core/rng.hpp"
#include "filled_table.hpp"
#include "rules_cells.hpp"
#include "support/random_cell_table.hpp"
#include "tables/formats/table_json.hpp"
#include "tables/recoding/level_search.hpp"
#include "tabulation_records.hpp"

namespace sfumato::tables {
namespace {

// North: 4 (A), 1 (B); South: 5 (C).
CellTable towns() {
  const Table records = RecordsBuilder()
                            .text("town", {"A", "A", "A", "A", "B", "C", "C", "C", "C", "C"})
                            .text("sex", {"m", "f", "m", "f", "m", "f", "m", "f", "m", "f"})
                            .table();
  Specification specification;
  specification.dimensions = {{"town", "Total", {north_and_south()}, {{"N", "North"}, {"A", "Aachen"}}}};
  specification.tables = {{"town", "sex"}};
  return tabulate(records, specification, sfumato::Run()).table;
}

RecodingOptions by(const std::vector<std::string>& rules) {
  RecodingOptions options;
  options.rules = testing::rules(rules, "20");
  return options;
}

TEST(Recoding, RemovesTheLowestLevelOfAHierarchy) {
  const Recoding result = recode(towns(), by({"frequency=2"}));
  EXPECT_TRUE(result.attained);
  EXPECT_TRUE(result.optimal);
  EXPECT_EQ(result.levels, (std::vector<std::size_t>{1, 1}));
  EXPECT_EQ(result.original_levels, (std::vector<std::size_t>{2, 1}));
  EXPECT_EQ(result.table.dimensions[0].codes, (Texts{"Total", "N", "S"}));
  EXPECT_EQ(result.table.dimensions[0].labels.size(), 3U);
  EXPECT_EQ(value(result.table, {"N", "m"}), "3");
  EXPECT_EQ(behind(result.table, {"N", "m"}).frequency, 3);
  EXPECT_EQ(result.lost_cells, 9U);  // A, B, C, each with three
  EXPECT_EQ(result.sensitive, 2U);   // B, and its man
  EXPECT_TRUE(result.sensitive_left.empty());
  EXPECT_EQ(result.notes.back(), "'town' keeps 1 of 2 levels below its total");
  check_table(result.table);
}

TEST(Recoding, CollapsesAFlatDimensionToItsTotal) {
  // Every man and woman of a town is too few, but each town is enough.
  CellTable table = testing::filled_table({testing::flat_dimension("t", 3), testing::flat_dimension("s", 2)},
                                          true, [] { return Decimal::whole(2); });
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    if (table.cells[cell].value == Decimal::whole(2)) table.cells[cell].status = CellStatus::primary;
  }
  const Recoding result = recode(table, {});
  EXPECT_EQ(result.levels, (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(result.table.cells.size(), 4U);
  EXPECT_EQ(result.table.dimensions[1].codes, Texts{"Total"});
  EXPECT_EQ(result.table.relations.count(), 1U);
  EXPECT_EQ(result.notes.back(), "'s' keeps only its total");
  check_table(result.table);
  std::string text;
  write_table_json(result.table, [&](std::string_view part) { text += part; });
  EXPECT_EQ(text.find("\"relations\""), std::string::npos);
  EXPECT_EQ(parse_table_json(text, "t.json"), result.table);
}

TEST(Recoding, LossMayBeCost) {
  CellTable table = testing::filled_table({testing::flat_dimension("t", 5), testing::flat_dimension("s", 2)},
                                          true, [] { return Decimal::whole(2); });
  table.cells.back().status = CellStatus::primary;
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    const auto codes = table.codes_of(cell);
    if (codes[0] == 0 && codes[1] > 0) table.cells[cell].cost = Decimal::whole(50);
  }
  EXPECT_EQ(recode(table, {}).levels, (std::vector<std::size_t>{1, 0}));
  RecodingOptions options;
  options.loss = RecodingLoss::cost;
  const Recoding result = recode(table, options);
  EXPECT_EQ(result.levels, (std::vector<std::size_t>{0, 1}));
  EXPECT_DOUBLE_EQ(result.lost_cost, 0);
}

TEST(Recoding, SaysWhenEvenTheTotalIsSensitive) {
  const Recoding result = recode(towns(), by({"frequency=100"}));
  EXPECT_FALSE(result.attained);
  EXPECT_FALSE(result.optimal);
  EXPECT_EQ(result.sensitive_left, std::vector<std::size_t>{0});
  EXPECT_EQ(result.table.cells.size(), 1U);
  EXPECT_EQ(result.notes.back(), "no levels are safe: even the totals are sensitive");
}

TEST(Recoding, KeepsASafeTableAsItIs) {
  CellTable table = towns();
  table.keys.assign(table.cells.size(), 7);
  table.cells[3].status = CellStatus::secondary;
  const Recoding result = recode(table, {});
  table.cells[3].status = CellStatus::safe;
  EXPECT_EQ(result.table, table);
  EXPECT_EQ(result.lost_cells, 0U);
}

// Two hierarchies on the leaves 1, 2, 3: A = 1 + 2, B = 3 and X = 1, Y = 2 + 3. With the leaves removed, A −
// X would still be leaf 2, so that the dimension cannot end there.
TEST(Recoding, HierarchiesThatCrossEndTogether) {
  const Dimension dimension =
      make_dimension("d", "Total", {"1", "2", "3"},
                     {{{{"A", {}}, {"1", 0}, {"2", 0}, {"B", {}}, {"3", 3}}, "first"},
                      {{{"X", {}}, {"1", 0}, {"Y", {}}, {"2", 2}, {"3", 2}}, "second"}});
  EXPECT_EQ(ends_of(dimension), (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(ends_of(testing::two_level_dimension("t")), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(code_levels(testing::two_level_dimension("t")), (std::vector<std::size_t>{0, 1, 1, 2, 2, 2, 2}));
}

// S has only the town C: if C is marked, S is too, and neither may remain.
TEST(Recoding, SumsOfASingleCodeAreAsSensitive) {
  CellTable table = towns();
  table.cells[cell_of(table, {"C", "f"})].status = CellStatus::primary;
  const Recoding result = recode(table, {});
  EXPECT_TRUE(result.attained);
  EXPECT_EQ(result.sensitive, 2U);
  EXPECT_EQ(result.levels, (std::vector<std::size_t>{2, 0}));
  table.cells[cell_of(table, {"C", "Total"})].status = CellStatus::primary;
  EXPECT_EQ(recode(table, {}).levels, (std::vector<std::size_t>{0, 1}));
}

TEST(Recoding, NeedsDimensions) {
  EXPECT_EQ(complaint([] { recode(testing::without_names(towns()), {}); }).message,
            "the table has no dimensions to recode");
  EXPECT_NE(complaint([] { cut_levels(towns(), {1}); }).message, "no error");
}

// Cells with the same leaves as a sensitive cell, including itself.
std::vector<bool> sensitive_leaves(const CellTable& table) {
  std::vector<std::vector<std::vector<std::size_t>>> below;
  for (const Dimension& dimension : table.dimensions) below.push_back(leaves_below(dimension));
  const auto same = [&](std::size_t one, std::size_t other) {
    const auto left = table.codes_of(one), right = table.codes_of(other);
    for (std::size_t i = 0; i < below.size(); ++i) {
      if (below[i][left[i]] != below[i][right[i]]) return false;
    }
    return left.back() == right.back();
  };
  std::vector<bool> sensitive(table.cells.size(), false);
  for (std::size_t one = 0; one < table.cells.size(); ++one) {
    if (table.cells[one].status != CellStatus::primary) continue;
    for (std::size_t other = 0; other < table.cells.size(); ++other) {
      if (same(one, other)) sensitive[other] = true;
    }
  }
  return sensitive;
}

// How many cells remain down to these levels; empty where one of them is sensitive.
std::optional<std::size_t> cells_left(const CellTable& table, const std::vector<std::size_t>& levels,
                                      const std::vector<bool>& sensitive) {
  std::size_t left = 0;
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    bool stays = true;
    for (std::size_t i = 0; i < levels.size(); ++i) {
      stays = stays && code_levels(table.dimensions[i])[table.codes_of(cell)[i]] <= levels[i];
    }
    if (stays && sensitive[cell]) return std::nullopt;
    left += stays ? 1 : 0;
  }
  return left;
}

// Random tables with random sensitive cells against every combination of levels, counted one by one.
TEST(Recoding, IsTheBestOfAllLevels) {
  Rng rng({10, 21});
  int changed = 0;
  for (int trial = 0; trial < 150; ++trial) {
    CellTable table = testing::random_cell_table(rng, {.statuses = false, .contributors = trial % 2 == 0});
    for (std::size_t cell = 1; cell < table.cells.size(); ++cell) {
      if (rng.chance(0.03)) table.cells[cell].status = CellStatus::primary;
    }
    const std::vector<bool> sensitive = sensitive_leaves(table);
    const Recoding result = recode(table, {});
    std::vector<std::vector<std::size_t>> ends;
    for (const Dimension& dimension : table.dimensions) ends.push_back(ends_of(dimension));
    std::optional<std::size_t> most;
    std::vector<std::size_t> levels(ends.size());
    const std::function<void(std::size_t)> look = [&](std::size_t axis) {
      if (axis == ends.size()) {
        check_table(cut_levels(table, levels));
        most = std::max(most, cells_left(table, levels, sensitive));
        return;
      }
      for (const std::size_t end : ends[axis]) {
        levels[axis] = end;
        look(axis + 1);
      }
    };
    look(0);
    ASSERT_EQ(result.attained, most.has_value());
    if (!most) continue;
    EXPECT_TRUE(result.optimal);
    EXPECT_EQ(result.table.cells.size(), *most);
    EXPECT_EQ(result.table, cut_levels(table, result.levels));
    changed += result.lost_cells > 0 ? 1 : 0;
    // The greedy result is also safe, and no level can be restored.
    RecodingOptions greedy;
    greedy.most_combinations = 0;
    const Recoding other = recode(table, greedy);
    EXPECT_TRUE(other.attained);
    EXPECT_FALSE(other.optimal);
    EXPECT_EQ(cells_left(table, other.levels, sensitive), other.table.cells.size());
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const auto next = std::upper_bound(ends[i].begin(), ends[i].end(), other.levels[i]);
      if (next == ends[i].end()) continue;
      std::vector<std::size_t> more = other.levels;
      more[i] = *next;
      EXPECT_FALSE(cells_left(table, more, sensitive));
    }
  }
  EXPECT_GT(changed, 20);
}

// The result has the cells, relations and contributors of a tabulation without the codes below.
TEST(Recoding, IsWhatATabulationOfCoarserCodesGives) {
  const CellTable cut = cut_levels(towns(), {1, 1});
  const Table coarser = RecordsBuilder()
                            .text("town", {"N", "N", "N", "N", "N", "S", "S", "S", "S", "S"})
                            .text("sex", {"m", "f", "m", "f", "m", "f", "m", "f", "m", "f"})
                            .table();
  Specification specification;
  specification.tables = {{"town", "sex"}};
  const CellTable direct = tabulate(coarser, specification, sfumato::Run()).table;
  EXPECT_EQ(cut.cells, direct.cells);
  EXPECT_EQ(cut.coordinates, direct.coordinates);
  EXPECT_EQ(cut.relations, direct.relations);
  EXPECT_EQ(cut.contributors, direct.contributors);
}

TEST(LevelSearch, TiesKeepTheEarlierDimension) {
  LevelProblem problem;
  problem.sizes = {2, 2};
  problem.groups = {{{0, 0}, 1, 0}, {{1, 0}, 3, 0}, {{0, 1}, 3, 0}, {{1, 1}, 9, 1}};
  const LevelChoice choice = search_levels(problem, 100);
  EXPECT_EQ(choice.chosen, (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(search_levels(problem, 3).chosen, (std::vector<std::size_t>{1, 0}));
}

}  // namespace
}  // namespace sfumato::tables
