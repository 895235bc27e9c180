#include "tables/formats/table_csv.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "io/toml.hpp"
#include "support/complaint.hpp"
#include "support/random_cell_table.hpp"
#include "tables/formats/hierarchy_tree.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::complaint;

std::string written(const CellTable& table) {
  std::string text;
  write_table_csv(table, [&](std::string_view part) { text += part; });
  return text;
}

CellTable read(const std::string& text, const std::string& sidecar = {},
               std::vector<std::pair<std::string, std::vector<CodeTree>>> hierarchies = {}) {
  CsvTableOptions options{.sidecar = {}, .sidecar_source = "t.toml", .hierarchies = std::move(hierarchies)};
  if (!sidecar.empty()) options.sidecar = io::parse_toml(sidecar, "t.toml");
  CellTable table = parse_table_csv(text, "t.csv", options);
  check_table(table);
  return table;
}

std::string refused(const std::string& text, const std::string& sidecar = {}) {
  return complaint([&] { read(text, sidecar); });
}

TEST(TableCsv, ReadsAPlainTable) {
  const CellTable table = read(
      "town,sex,value\nTotal,Total,6\nA,Total,3\nB,Total,3\nTotal,f,2.5\nA,f,1.5\nB,f,1\n"
      "Total,m,3.5\nA,m,1.5\nB,m,2\n");
  EXPECT_EQ(table.dimensions[0].codes, (std::vector<std::string>{"Total", "A", "B"}));
  EXPECT_EQ(table.dimensions[1].codes, (std::vector<std::string>{"Total", "f", "m"}));
  EXPECT_EQ(table.relations.count(), 6U);
  ASSERT_EQ(table.cells.size(), 9U);
  EXPECT_EQ(cell_name(table, 4), "town=A, sex=f");
  EXPECT_EQ(table.cells[4].value.text(), "1.5");
  EXPECT_EQ(table.cells[4].cost.text(), "1.5");
  EXPECT_EQ(table.cells[4].lower, Decimal());
  EXPECT_FALSE(table.cells[4].upper);
}

TEST(TableCsv, ReadsSemicolonsDecimalCommasAndOptionalColumns) {
  const CellTable table = read(
      "town;value;status;upper;lower_level;frequency\r\nTotal;3,5;;;;5\r\n"
      "A;1,25;primary;7,5;0,1;1\r\nB;2,25;m;9;;4\r\n");
  EXPECT_EQ(table.cells[1].value.text(), "1.25");
  EXPECT_EQ(table.cells[1].status, CellStatus::primary);
  EXPECT_EQ(table.cells[2].status, CellStatus::secondary);
  EXPECT_EQ(table.cells[1].upper->text(), "7.5");
  EXPECT_EQ(table.cells[1].lower_level.text(), "0.1");
  EXPECT_EQ(table.contributors[2].frequency, 4);
  EXPECT_EQ(table.contributors[2].holdings, 4);
  EXPECT_FALSE(table.cells[0].upper);
}

TEST(TableCsv, TakesHierarchiesFromOptions) {
  const std::string text = "region,value\nTotal,6\nNorth,3\n01,1\n02,2\nSouth,3\n03,3\n";
  const CellTable table = read(text, "", {{"region", {parse_hrc("North\n@01\n@02\nSouth\n@03\n", "r.hrc")}}});
  EXPECT_EQ(table.dimensions[0].sums.size(), 3U);
  EXPECT_EQ(refused(text),
            "the table does not add up: region=Total = region North + 01 + 02 + South + 03 is off by '6'");
  EXPECT_EQ(complaint([&] {
              read(text, "", {{"region", {parse_hrc("North\n@01\n@02\nSouth\n@04\n", "r.hrc")}}});
            }),
            "'region' has '03', missing in r.hrc");
  EXPECT_EQ(complaint([&] {
              read(text, "", {{"region", {parse_hrc("North\n@01\n@02\nSouth\n@03\n@04\n", "r.hrc")}}});
            }),
            "r.hrc has '04', which 'region' does not have");
  EXPECT_EQ(complaint([&] {
              read(text, "", {{"town", {parse_hrc("a\n", "r.hrc")}}});
            }),
            "t.csv has no dimension 'town', which r.hrc names");
}

TEST(TableCsv, NegativeValuesHaveNoLowerBoundUnlessOneIsGiven) {
  EXPECT_FALSE(read("a,value\nT,-1\nx,1\ny,-2\n").cells[1].lower);
  EXPECT_EQ(read("a,value,lower\nT,-1,-9\nx,1,0\ny,-2,\n").cells[1].lower, Decimal());
}

TEST(TableCsv, TakesTheNameOfATotalFromASidecar) {
  const std::string text = "Stadt,value\nGesamt,3\nA,1\nB,2\n";
  EXPECT_EQ(refused(text), "t.csv: no code of 'Stadt' is called Total");
  const CellTable table = read(text, "[[table.dimensions]]\nname = \"Stadt\"\ntotal = \"Gesamt\"\n");
  EXPECT_EQ(table.dimensions[0].codes[0], "Gesamt");
}

TEST(TableCsv, NamesLinesAndCellsOfEveryMistake) {
  EXPECT_EQ(refused("a,b,value\nT,T,3\nx,T,3\nT,y,3\n"),
            "t.csv has 3 cells, too few for every combination of its codes");
  EXPECT_EQ(refused("a,b,value\nT,T,3\nx,T,3\nT,y,3\nT,y,3\n"),
            "t.csv, line 5: the cell a=T, b=y is a duplicate of line 4");
  EXPECT_EQ(refused("a,value\nT,3\nx,1\ny,3\n"), "the table does not add up: a=T = a x + y is off by '1'");
  EXPECT_EQ(refused("a,value\nT,3\nx,x\n"), "t.csv, line 3: the value 'x' is not a number");
  EXPECT_EQ(refused("a,value\nT,3\nx,\n"), "t.csv, line 3: the cell has no value");
  EXPECT_EQ(refused("a,value,status\nT,3,s\nx,3,q\n"), "t.csv, line 3: 'q' is not a status");
  EXPECT_EQ(refused("a,value,cost\nT,3,1\nx,3,?\n"),
            "t.csv, line 3: cost is '?', which is not a number of at most 18 digits");
  EXPECT_EQ(refused("a,value,frequency\nT,3,1\nx,3,1.5\n"),
            "t.csv, line 3: frequency is '1.5', which is not a count");
  EXPECT_EQ(refused("a,amount\nT,3\nx,3\n"), "t.csv, line 1: there is no column 'value'");
  EXPECT_EQ(refused("value,cost\n3,3\n"), "t.csv, line 1: there are no columns before 'value'");
  EXPECT_EQ(refused("a,value,colour\nT,3,1\n"), "t.csv, line 1: the column 'colour' is unknown");
  EXPECT_EQ(refused("a,a,value\nT,T,3\n"), "t.csv, line 1: two columns are called 'a'");
  EXPECT_EQ(refused("a,b,value\nT,T,3\nx,y\nT,x,2\nT,x,2\n"),
            "t.csv, line 3: the row has 2 fields, but there are 3 columns");
  EXPECT_EQ(refused("a,value\n"), "t.csv has no cells");
  EXPECT_EQ(refused("a,value\nT,3\n\"x,3\n"),
            "t.csv, line 3: a quoted field is not closed, or text follows after it");
}

// Cells without records disclose nothing, so that a missing frequency must not count as 0.
TEST(TableCsv, RequiresTheFrequencyWithOtherCounts) {
  EXPECT_EQ(refused("a,value,weighted_frequency\nT,3,3\nx,3,3\n"),
            "t.csv, line 1: there is a column 'weighted_frequency', but none called 'frequency'");
  EXPECT_EQ(refused("a,value,holdings\nT,3,3\nx,3,3\n"),
            "t.csv, line 1: there is a column 'holdings', but none called 'frequency'");
  EXPECT_EQ(refused("a,value,holdings,frequency\nT,3,3,4\nx,3,3,4\n"), "no error");
  EXPECT_EQ(refused("a,value,frequency\nT,100,0\nx,99,0\ny,1,0\n"),
            "the value '100' of a=T has a frequency of 0");
  EXPECT_EQ(refused("a,value,frequency\nT,0,2\nx,0,2\ny,0,0\n"), "no error");
}

TEST(TableCsv, DistinguishesTooManyDigitsFromTextThatIsNotANumber) {
  EXPECT_EQ(refused("a,value\nT,9999999999999999999\nx,1\n"),
            "t.csv, line 2: the value '9999999999999999999' has more than 18 digits");
}

TEST(TableCsv, RefusesSumsOfASidecarThatDouble) {
  std::string codes = R"("T", "x0", "y0")";
  std::string sums = R"(["T", "x0", "y0"])";
  for (int level = 1; level < 60; ++level) {
    const std::string below = "\"x" + std::to_string(level) + "\", \"y" + std::to_string(level) + "\"";
    codes += ", " + below;
    sums += ", [\"x" + std::to_string(level - 1) + "\", " + below + "], [\"y" + std::to_string(level - 1) +
            "\", " + below + "]";
  }
  EXPECT_EQ(refused("a,value\nT,3\nx0,3\n",
                    "[[table.dimensions]]\nname = \"a\"\ncodes = [" + codes + "]\nsums = [" + sums + "]\n"),
            "in 'a' the code 'x57' has 'y59' twice below it");
}

TEST(TableCsv, SaysWhichCellIsMissing) {
  EXPECT_EQ(refused("a,b,response,value\nT,T,n,3\nx,T,n,3\nT,y,n,3\nx,y,n,3\nT,T,v,3\nx,T,v,3\nT,y,v,3\n"),
            "t.csv does not have the cell v: a=x, b=y");
}

TEST(TableCsv, RefusesASidecarThatDoesNotMatch) {
  const std::string text = "a,value\nT,3\nx,3\n";
  EXPECT_EQ(refused(text, "[[table.dimensions]]\nname = \"b\"\n"),
            "t.csv has no dimension 'b', which t.toml names");
  EXPECT_EQ(refused(text, "[table]\ncolour = 1\n"), "t.toml, [table] has an unknown key 'colour'");
  EXPECT_EQ(
      refused(text, "[[table.dimensions]]\nname = \"a\"\ncodes = [\"T\", \"y\"]\nsums = [[\"T\", \"y\"]]\n"),
      "t.csv, line 3: 'x' is not a code of 'a'");
  EXPECT_EQ(
      refused(text, "[[table.dimensions]]\nname = \"a\"\ncodes = [\"T\", \"x\"]\nsums = [[\"T\", \"y\"]]\n"),
      "t.toml, [[table.dimensions]]: sums has 'y', which is not a code");
  EXPECT_EQ(refused(text, "[[table.views]]\ndimensions = [\"c\"]\nresponse = \"value\"\n"),
            "t.toml: a view has the dimension 'c', which does not exist");
  EXPECT_EQ(refused(text, "[[table.responses]]\nname = \"n\"\n[[table.responses]]\nname = \"n\"\n"),
            "t.toml has the response 'n' twice");
  EXPECT_EQ(refused("a,value,hits\nT,3,\nx,3,0\n"),
            "t.csv, line 3: the hits name a rule, but no rules are known");
  EXPECT_EQ(refused("a,value,hits\nT,3,0\nx,3,1\n", "[table]\nrules = [\"zero\"]\n"),
            "t.csv, line 3: the hits name a rule, but the last is 0");
  EXPECT_EQ(refused(text, "[table]\nrules = [\"junk\"]\n"), "t.toml, [table]: there is no rule 'junk'");
  EXPECT_EQ(refused(text, "[columns.a]\nkind = \"nominal\"\n"), "no error");
}

TEST(TableCsv, RandomTablesAreReadBack) {
  Rng rng({9, 3});
  for (int trial = 0; trial < 400; ++trial) {
    const CellTable table =
        testing::random_cell_table(rng, {.negative = trial % 2 == 1, .rules = trial % 5 == 0});
    const std::string text = written(table);
    const std::string sidecar = csv_sidecar_text(table);
    const CellTable again = read(text, sidecar);
    ASSERT_EQ(again, table) << text << sidecar;
    EXPECT_EQ(written(again), text);
  }
}

TEST(TableCsv, SaysThatContributionsAreLost) {
  Rng rng({9, 4});
  CellTable table = testing::random_cell_table(rng, {.contributors = true});
  std::string text;
  EXPECT_EQ(write_table_csv(table, [&](std::string_view part) { text += part; }).size(), 1U);
  const CellTable again = read(text, csv_sidecar_text(table));
  EXPECT_EQ(again.kept_contributions, 0U);
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    EXPECT_EQ(again.contributors[i].frequency, table.contributors[i].frequency);
    EXPECT_TRUE(again.contributors[i].largest.empty());
  }
}

TEST(TableCsv, RefusesToWriteWhatItCannotStore) {
  Rng rng({9, 5});
  CellTable table = testing::random_cell_table(rng);
  EXPECT_EQ(complaint([&] { written(testing::without_names(table)); }),
            "CSV identifies cells by their codes, and this table has none");
  CellTable renamed = table;
  renamed.dimensions[0].name = "status";
  EXPECT_EQ(complaint([&] { written(renamed); }),
            "the dimension 'status' has the name of a reserved CSV column");
  table.relations = {};
  EXPECT_EQ(complaint([&] { written(table); }),
            "CSV cannot store this table: its relations do not all follow from its dimensions");
}

}  // namespace
}  // namespace sfumato::tables
