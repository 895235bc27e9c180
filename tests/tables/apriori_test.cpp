#include "tables/formats/apriori.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/rng.hpp"
#include "support/random_cell_table.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::tables {
namespace {

// town × size, 3 × 3 cells, each inner cell worth 10.
CellTable table() {
  CellTable made;
  made.dimensions = {make_dimension("town", "Total", {"A", "B"}, {}),
                     make_dimension("size", "All", {"1", "2"}, {})};
  made.responses = {{.name = "sum", .counts = false, .mean_of = ""}};
  made.views = {{{0, 1}, 0}};
  lay_out_cells(made);
  const std::vector<std::int64_t> values = {40, 20, 20, 20, 10, 10, 20, 10, 10};
  for (std::size_t i = 0; i < values.size(); ++i) made.cells[i].value = Decimal::whole(values[i]);
  check_table(made);
  return made;
}

std::string refusal(const std::string& text, CellTable over = table()) {
  const CellTable before = over;
  try {
    parse_apriori(over, text, "a.hst");
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_TRUE(over == before) << "half of the file was applied to the table";
    return with_values(error.message, DataValues::shown);
  }
  return "no error";
}

TEST(Apriori, AppliesStatusesCostsLevelsAndBounds) {
  CellTable changed = table();
  parse_apriori(changed,
                "A; 1;u\r\n\"A\";2;s\nB;1;P\nB;2;z\n;1;m\nTotal;2;ML;\nA;1;pl;2,5;3\nA;1;c;7\nB;All;W;0.5\n"
                "A;1;ab;5;15\n\n",
                "a.hst");
  CellTable expected = table();
  expected.cells[4].status = CellStatus::primary;
  expected.cells[4].lower_level = Decimal(25, 1);
  expected.cells[4].upper_level = Decimal::whole(3);
  expected.cells[4].cost = Decimal::whole(7);
  expected.cells[4].lower = Decimal::whole(5);
  expected.cells[4].upper = Decimal::whole(15);
  expected.cells[7].status = expected.cells[8].status = CellStatus::kept;
  expected.cells[1].status = expected.cells[2].status = CellStatus::secondary;
  expected.cells[6].cost = Decimal(5, 1);
  EXPECT_TRUE(changed == expected);
}

TEST(Apriori, ReadsCommasAndFiles) {
  const sfumato::testing::TemporaryFolder folder;
  CellTable changed = table();
  apply_apriori(changed, folder.write("a.hst", "A,1,u\nA,1,pl,2.5,3\n"));
  EXPECT_EQ(changed.cells[4].status, CellStatus::primary);
  EXPECT_EQ(changed.cells[4].lower_level, Decimal(25, 1));
}

// A line that is wrong changes nothing, not even in part.
TEST(Apriori, WrongLinesCanBeIgnored) {
  CellTable changed = table();
  std::vector<std::string> notes;
  parse_apriori(changed, "A;1;ab;5;6\nA;1;ab;5;15\nC;1;u\nA;1;pl;2;x\nA;2;u\n", "a.hst",
                {.separator = ';', .ignore_errors = true, .notes = &notes});
  CellTable expected = table();
  expected.cells[4].lower = Decimal::whole(5);
  expected.cells[4].upper = Decimal::whole(15);
  expected.cells[5].status = CellStatus::primary;
  EXPECT_TRUE(changed == expected);
  ASSERT_EQ(notes.size(), 3U);
  EXPECT_TRUE(notes[0].starts_with("ignored: a.hst, line 1: ")) << notes[0];
  EXPECT_TRUE(notes[1].starts_with("ignored: a.hst, line 3: ")) << notes[1];
  EXPECT_TRUE(notes[2].starts_with("ignored: a.hst, line 4: ")) << notes[2];
}

TEST(Apriori, NumbersCellsOfATableWithoutDimensions) {
  CellTable plain;
  plain.cells.resize(3);
  parse_apriori(plain, "2,u\n0,c,4\n", "a.hst");
  EXPECT_EQ(plain.cells[2].status, CellStatus::primary);
  EXPECT_EQ(plain.cells[0].cost, Decimal::whole(4));
  EXPECT_EQ(refusal("3,u\n", plain), "a.hst, line 1: column 1: '3' is not a cell of this table");
  EXPECT_EQ(refusal("-1,u\n", plain), "a.hst, line 1: column 1: '-1' is not a cell of this table");
}

TEST(Apriori, SaysWhatIsBrokenAndWhere) {
  EXPECT_EQ(refusal("A;1;u\nC;1;u\n"), "a.hst, line 2: column 1: 'C' is not a code of 'town'");
  EXPECT_EQ(refusal("A;3;u\n"), "a.hst, line 1: column 2: '3' is not a code of 'size'");
  EXPECT_EQ(refusal("A;1\n"),
            "a.hst, line 1: 2 fields, but 2 for the codes of the dimensions and a letter are needed");
  EXPECT_EQ(refusal("A;1;q\n"), "a.hst, line 1: column 3: 'q' is not a known letter");
  EXPECT_EQ(refusal("A;1;u;3\n"), "a.hst, line 1: 'u' is followed by 1 fields, not by 0");
  EXPECT_EQ(refusal("A;1;c\n"), "a.hst, line 1: 'c' is followed by 0 fields, not by 1");
  EXPECT_EQ(refusal("A;1;c;x\n"), "a.hst, line 1: column 4: 'x' is not a number");
  EXPECT_EQ(refusal("A;1;c;-1\n"), "a.hst, line 1: column 4: the cost '-1' is negative");
  EXPECT_EQ(refusal("A;1;pl;1;-1\n"), "a.hst, line 1: column 5: the level '-1' is negative");
  EXPECT_EQ(refusal("A;1;ab;11;12\n"),
            "a.hst, line 1: the bounds '11' and '12' do not contain the value '10'");
  EXPECT_EQ(refusal("A;1;u\nA;1;s\n"),
            "a.hst, line 2: town=A, size=1 has its status changed on an earlier line");
  EXPECT_EQ(refusal("\"A;1;u\n"), "a.hst, line 1: a quoted field is not closed");
}

TEST(Apriori, CannotDistinguishResponsesOrTables) {
  CellTable two = table();
  two.responses.push_back({.name = "count", .counts = true, .mean_of = ""});
  two.views.push_back({{0, 1}, 1});
  lay_out_cells(two);
  EXPECT_EQ(refusal("A;1;u\n", two),
            "a.hst, line 1: several responses have this cell, and an a-priori file cannot name one of them");
  CellTable linked = table();
  linked.views = {{{0}, 0}, {{1}, 0}};
  lay_out_cells(linked);
  EXPECT_EQ(refusal("A;1;u\n", linked), "a.hst, line 1: no table crosses these codes");
  EXPECT_EQ(refusal("A;1;u\n", CellTable()), "there are no cells to which a.hst applies");
}

// Everything that a table stores about its cells survives the file: applied to the bare table it is restored.
TEST(Apriori, RestoresWhatWasWritten) {
  Rng rng({7, 11});
  for (int round = 0; round < 200; ++round) {
    sfumato::testing::RandomCells options;
    options.odd_codes = false;
    options.linked = false;
    CellTable table = sfumato::testing::random_cell_table(rng, options);
    if (table.responses.size() > 1) continue;
    if (rng.chance(0.3)) table = sfumato::testing::without_names(std::move(table));
    CellTable bare = table;
    for (std::size_t i = 0; i < bare.cells.size(); ++i) {
      Cell& cell = bare.cells[i];
      cell.status = CellStatus::safe;
      cell.cost = cell.value;
      cell.lower_level = cell.upper_level = Decimal();
      if (cell.lower && cell.upper) cell.upper.reset();
    }
    const std::string text = apriori_text(table);
    if (!text.empty()) parse_apriori(bare, text, "pattern.hst");
    EXPECT_EQ(bare, table) << text;
  }
}

TEST(Apriori, WritesTheDocumentedText) {
  CellTable table;
  table.dimensions = {make_dimension("town", "Total", {"A;1", "B"}, {})};
  table.responses = {{.name = "count", .counts = true, .mean_of = ""}};
  table.views = {{{0}, 0}};
  lay_out_cells(table);
  table.cells[0].value = table.cells[0].cost = Decimal::whole(3);
  table.cells[1].value = table.cells[1].cost = Decimal::whole(1);
  table.cells[2].value = Decimal::whole(2);
  table.cells[2].cost = Decimal::whole(5);
  table.cells[1].status = CellStatus::primary;
  table.cells[1].lower_level = table.cells[1].upper_level = Decimal(5, 1);
  table.cells[2].status = CellStatus::secondary;
  EXPECT_EQ(apriori_text(table), "A;1,u\nA;1,pl,0.5,0.5\nB,m\nB,c,5\n");
}

}  // namespace
}  // namespace sfumato::tables
