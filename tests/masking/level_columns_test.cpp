// Columns at the levels of their hierarchies, by hand.
#include "masking/level_columns.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "core/hierarchy.hpp"
#include "stats/generalization/generalization_objective.hpp"
#include "support/tables.hpp"

namespace sfumato::masking {
namespace {

ColumnInfo named(const std::string& name, Kind kind) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  return info;
}

// Half of the leaves of the hierarchy do not occur.
Table letters() {
  ColumnInfo info = named("x", Kind::nominal);
  info.tree = std::make_shared<const Hierarchy>(std::vector<std::vector<std::string>>{
      {"a", "ab", "*"}, {"b", "ab", "*"}, {"c", "cd", "*"}, {"d", "cd", "*"}});
  return Table({info}, {Codes{{1, 0, Codes::missing, 1}, {"a", "c"}}});
}

TEST(LevelColumns, HaveSharesOfAllLeaves) {
  const GeneralizedColumn column = generalized_column(letters(), 0);
  EXPECT_EQ(column.leaf_of_row, (std::vector<std::uint32_t>{0, 1, 2, 0}));
  EXPECT_EQ(column.missing_leaf, 2);
  EXPECT_EQ(column.levels.domain, 4.0);
  EXPECT_EQ(column.levels.shares[1], (std::vector<double>{0.5, 0.5, 1.0}));
  EXPECT_EQ(column.texts[1], (std::vector<std::string>{"cd", "ab", ""}));
  EXPECT_TRUE(column.missing(2, 1));
  EXPECT_FALSE(column.missing(2, 2));
  EXPECT_EQ(column.levels.codes[2], (std::vector<std::uint32_t>{0, 0, 0}));
}

TEST(LevelColumns, AreWrittenCellByCell) {
  Table masked = letters();
  write_levels(masked, 0, generalized_column(masked, 0),
               {1, stats::GeneralizationObjective::suppressed, 1, 0});
  const std::vector<std::string> texts = {"cd", "*", "", "c"};
  for (std::size_t row = 0; row < 4; ++row) EXPECT_EQ(masked.column(0).text(row), texts[row]);
  EXPECT_TRUE(masked.column(0).missing(2));
  EXPECT_EQ(masked.info(0).tree, nullptr);
}

TEST(LevelColumns, TakeAPopulationOfOtherStorage) {
  const Table file({named("age", Kind::numeric), named("town", Kind::nominal)},
                   {Integers{{30, 40}, {}}, Codes{{0, 0}, {"Reus"}}});
  const Table people({named("town", Kind::nominal), named("age", Kind::nominal)},
                     {Codes{{1, 0}, {"Reus", "Valls"}}, Codes{{0, Codes::missing}, {"30"}}});
  const Table joined = with_population(file, {0, 1}, people);
  ASSERT_EQ(joined.rows(), 4U);
  EXPECT_EQ(joined.column(0).text(0), joined.column(0).text(2));
  EXPECT_TRUE(joined.column(0).missing(3));
  EXPECT_EQ(joined.column(1).text(2), "Valls");
  EXPECT_THROW(with_population(file, {0}, testing::numbers_table({{"x", {1}}})), Error);
}

}  // namespace
}  // namespace sfumato::masking
