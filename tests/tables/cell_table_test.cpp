#include "tables/cell_table.hpp"
#include "support/complaint.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::complaint;

// disease × town linked with disease × gender.
CellTable linked() {
  CellTable table;
  table.dimensions = {make_dimension("disease", "Total", {"flu", "cold"}, {}),
                      make_dimension("town", "Total", {"A", "B"}, {}),
                      make_dimension("gender", "Total", {"f", "m"}, {})};
  table.responses = {{.name = "count", .counts = true, .mean_of = ""}};
  table.views = {{{0, 1}, 0}, {{0, 2}, 0}};
  lay_out_cells(table);
  return table;
}

TEST(CellTable, HasASharedCellOnce) {
  const CellTable table = linked();
  EXPECT_EQ(table.cells.size(), 9U + 6U);  // the three disease totals are shared
  // Over towns 3, over diseases 3; over genders 3, over diseases 3 minus the one that both share.
  EXPECT_EQ(table.relations.count(), 6U + 5U);
}

TEST(CellTable, NamesCellsAndRelationsByTheFirstViewThatShowsThem) {
  const CellTable table = linked();
  EXPECT_EQ(cell_name(table, 0), "disease=Total, town=Total");
  EXPECT_EQ(cell_name(table, 4), "disease=flu, town=A");
  EXPECT_EQ(cell_name(table, 9), "disease=Total, gender=f");
  std::vector<std::string> names;
  for (std::size_t i = 0; i < table.relations.count(); ++i) names.push_back(relation_name(table, i));
  EXPECT_EQ(names[0], "disease=Total, town=Total = disease flu + cold");
  EXPECT_EQ(names[4], "disease=flu, town=Total = town A + B");
  EXPECT_EQ(names.back(), "disease=cold, town=Total = gender f + m");
}

TEST(CellTable, FindsCellsByTheirCodes) {
  const CellTable table = linked();
  const CellIndex index(table);
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell)
    EXPECT_EQ(index.find(table.codes_of(cell)), cell);
  EXPECT_FALSE(index.find(std::vector<std::uint32_t>{1, 1, 1, 0}));  // no table crosses town and gender
}

TEST(CellTable, AddsUpExactlyOrSaysWhere) {
  CellTable table = linked();
  check_table(table);
  table.cells[4].value = Decimal(1, 1);
  EXPECT_EQ(complaint([&] { check_table(table); }),
            "the table does not add up: disease=Total, town=A = disease flu + cold is off by '0.1'; "
            "disease=flu, town=Total = town A + B is off by '0.1'");
}

TEST(CellTable, AddsUpDecimalsThatDoublesDoNot) {
  CellTable table;
  table.cells.resize(3);
  table.cells[0].value = Decimal(3, 1);
  table.cells[1].value = Decimal(1, 1);
  table.cells[2].value = Decimal(20, 2);
  table.relations.add(Decimal(), std::vector<Term>{{0, -1}, {1, 1}, {2, 1}});
  check_table(table);
  EXPECT_EQ(relation_name(table, 0), "cell 0 = cell 1 + cell 2");
}

TEST(CellTable, WritesOutRelationsThatAreNotPlainSums) {
  CellTable table;
  table.cells.resize(3);
  table.cells[0].value = Decimal(5, 0);
  table.cells[1].value = Decimal(2, 0);
  table.relations.add(Decimal(1, 0), std::vector<Term>{{0, 1}, {1, -2}});
  check_table(table);
  EXPECT_EQ(relation_name(table, 0), "cell 0 - 2·cell 1 = 1");
}

TEST(CellTable, IsRefusedWithAValueOutsideItsBounds) {
  CellTable table = linked();
  table.cells[4].lower = Decimal(1, 0);
  EXPECT_EQ(complaint([&] { check_table(table); }),
            "the value '0' of disease=flu, town=A lies below its lower bound '1'");
  table = linked();
  table.cells[4].upper_level = Decimal(-1, 0);
  EXPECT_EQ(complaint([&] { check_table(table); }),
            "the protection level '-1' of disease=flu, town=A is negative");
  table = linked();
  table.cells[4].cost = Decimal(-5, 0);
  EXPECT_EQ(complaint([&] { check_table(table); }), "the cost '-5' of disease=flu, town=A is negative");
}

TEST(CellTable, IsRefusedWithAValueWithoutContributors) {
  CellTable table = linked();
  table.contributors.resize(table.cells.size());
  check_table(table);
  for (const std::size_t cell : {0, 1, 3, 4, 9, 11}) table.cells[cell].value = Decimal(1, 0);
  for (const std::size_t cell : {0, 1, 3, 9, 11}) table.contributors[cell].frequency = 1;
  EXPECT_EQ(complaint([&] { check_table(table); }),
            "the value '1' of disease=flu, town=A has a frequency of 0");
  table.contributors[4].frequency = 1;
  check_table(table);
}

TEST(CellTable, IsRefusedWithARelationOfUnknownCells) {
  CellTable table;
  table.cells.resize(2);
  table.relations.add(Decimal(), std::vector<Term>{{0, -1}, {7, 1}});
  EXPECT_EQ(complaint([&] { check_table(table); }), "relation 1 has cell 7, which does not exist");
}

TEST(CellTable, IsRefusedWhenItWouldBeTooLarge) {
  CellTable table;
  std::vector<std::string> codes;
  for (int i = 0; i < 2000; ++i) codes.push_back(std::to_string(i));
  for (const char* name : {"a", "b", "c"})
    table.dimensions.push_back(make_dimension(name, "Total", codes, {}));
  table.responses.push_back({.name = "count", .counts = true, .mean_of = ""});
  table.views = {{{0, 1, 2}, 0}};
  EXPECT_EQ(complaint([&] { lay_out_cells(table); }), "the table has more than 20000000 cells");
  table.views = {{{0, 0}, 0}};
  EXPECT_EQ(complaint([&] { lay_out_cells(table); }), "a table crosses 'a' with itself");
}

}  // namespace
}  // namespace sfumato::tables
