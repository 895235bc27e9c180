// Tables as tau-Argus writes them, on one that is filled by hand:
//            a    b  Total
//   N       53*  63+   116     N is divided into N1 (53*, 63+) and N2, which is empty
//   S       33+  90+   123
//   Total   86  153    239
#include "tables/formats/argus_export.hpp"

#include <gtest/gtest.h>

#include "tables/rules/marked_cells.hpp"
#include "tables/view_table.hpp"

namespace sfumato::tables {
namespace {

Dimension regions() {
  CodeTree tree;
  tree.source = "region.hrc";
  tree.nodes = {{"N", std::nullopt}, {"N1", 0}, {"N2", 0}, {"S", std::nullopt}};
  return make_dimension("region", "Total", {"N1", "N2", "S"}, {tree});
}

CellTable small_table() {
  CellTable table;
  table.dimensions = {regions(), make_dimension("sector", "Total", {"a", "b"}, {})};
  table.responses = {{.name = "turnover", .counts = false, .mean_of = ""}};
  table.views = {{{0, 1}, 0}};
  lay_out_cells(table);
  table.rules = {"p-percent=15"};
  table.hits.resize(table.cells.size(), 0);
  table.contributors.resize(table.cells.size());
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    const std::string& region = table.dimensions[0].codes[table.codes_of(i)[0]];
    const std::string& sector = table.dimensions[1].codes[table.codes_of(i)[1]];
    const auto value = [&](std::int64_t a, std::int64_t b) {
      return sector == "a" ? a : sector == "b" ? b : a + b;
    };
    const std::int64_t amount = region == "N2"      ? 0
                                : region == "S"     ? value(33, 90)
                                : region == "Total" ? value(86, 153)
                                                    : value(53, 63);
    table.cells[i].value = table.cells[i].cost = Decimal::whole(amount);
    table.contributors[i].frequency = amount == 0 ? 0 : 3;
    table.contributors[i].total = Decimal::whole(amount);
    const bool north = region == "N" || region == "N1";
    if (sector == "Total" || region == "Total" || region == "N2") continue;
    const bool primary = north && sector == "a";
    table.cells[i].status = primary ? CellStatus::primary : CellStatus::secondary;
    if (!primary) continue;
    table.hits[i] = 1;
    table.contributors[i].frequency = 2;
    table.contributors[i].largest = {{.amount = Decimal::whole(50)}, {.amount = Decimal::whole(3)}};
  }
  check_table(table);
  return table;
}

ArgusExport how(bool status = false) {
  ArgusExport result;
  result.by = {"region", "sector"};
  result.quotes = false;
  result.status = status;
  return result;
}

TEST(ArgusExport, CsvHasRowsAndColumns) {
  const CellTable table = small_table();
  EXPECT_EQ(argus_csv_text(table, table, how()),
            ",Total,a,b\nTotal,239,86,153\nN,116,x,x\nN1,116,x,x\nN2,-,-,-\nS,123,x,x\n");
  ArgusExport turned = how();
  turned.by = {"sector", "region"};
  turned.quotes = true;
  EXPECT_EQ(argus_csv_text(table, table, turned),
            ",\"Total\",\"N\",\"N1\",\"N2\",\"S\"\n\"Total\",239,116,116,-,123\n\"a\",86,x,x,-,x\n"
            "\"b\",153,x,x,-,x\n");
}

TEST(ArgusExport, RecordsHideOrTellTheStatus) {
  const CellTable table = small_table();
  ArgusExport plain = how();
  plain.names = true;
  plain.skip_empty = true;
  EXPECT_EQ(argus_records_text(table, table, plain),
            "region,sector,turnover\nTotal,Total,239\nTotal,a,86\nTotal,b,153\nN,Total,116\nN,a,x\nN,b,x\n"
            "N1,Total,116\nN1,a,x\nN1,b,x\nS,Total,123\nS,a,x\nS,b,x\n");
  ArgusExport told = how(true);
  told.names = true;
  const std::string text = argus_records_text(table, table, told);
  EXPECT_TRUE(text.starts_with("region,sector,turnover,Status\nTotal,Total,239,1\n")) << text;
  for (const char* line : {"\nN,a,53,3\n", "\nN,b,63,11\n", "\nN2,a,-,14\n", "\nS,a,33,11\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
}

TEST(ArgusExport, ChangedValuesStandBesideTheTrueOnes) {
  const CellTable table = small_table();
  CellTable published = table;
  for (Cell& cell : published.cells) {
    cell.value = cell.value + Decimal::whole(cell.value.is_zero() ? 0 : 1);
    cell.status = CellStatus::safe;
  }
  ArgusExport adjusted = how(true);
  adjusted.values = ArgusValues::adjusted;
  adjusted.names = true;
  const std::string text = argus_records_text(table, published, adjusted);
  EXPECT_TRUE(text.starts_with("region,sector,turnover_CTA,turnover_Orig,Status\n")) << text;
  EXPECT_NE(text.find("\nN,a,54,53,3\n"), std::string::npos) << text;
  adjusted.values = ArgusValues::rounded;
  adjusted.status = false;
  EXPECT_NE(argus_records_text(table, published, adjusted).find("\nN,a,54\n"), std::string::npos);
}

TEST(ArgusExport, BusinessStatisticsHaveFlags) {
  const CellTable table = small_table();
  ArgusExport flags = how();
  flags.levels = true;
  const std::string text = argus_sbs_text(table, table, flags);
  // 50 and 3 of 53 are 94.3 % and 5.7 %.
  for (const char* line : {"Total,0,Total,0,239,3,V\n", "\nN,1,a,0,53,2,F,94.3,5.7\n",
                           "\nN1,2,a,0,53,2,F,94.3,5.7\n", "\nS,1,b,0,90,3,D\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
  EXPECT_EQ(text.find("N2"), std::string::npos) << "empty cells are left out";
}

TEST(MarkedCells, GetLevelsOfAPercentage) {
  CellTable table = small_table();
  EXPECT_EQ(set_marked_levels(table, Decimal::whole(10)), 2U);
  for (const Cell& cell : table.cells) {
    if (cell.status != CellStatus::primary) continue;
    EXPECT_EQ(cell.lower_level, Decimal(53, 1));
    EXPECT_EQ(cell.upper_level, Decimal(53, 1));
  }
  EXPECT_EQ(set_marked_levels(table, Decimal::whole(50)), 0U) << "levels stay";
}

TEST(MarkedCells, ACodeCanBeExempt) {
  CellTable table = small_table();
  EXPECT_EQ(exempt_code(table, "N1"), 1U);
  EXPECT_EQ(exempt_code(table, "N1"), 0U);
  EXPECT_EQ(exempt_code(table, "nowhere"), 0U);
}

TEST(ViewTable, HasTheCellsOfTheWhole) {
  CellTable whole = small_table();
  whole.dimensions.push_back(make_dimension("size", "Total", {"1", "2"}, {}));
  whole.views = {{{0, 1}, 0}, {{1, 2}, 0}};
  whole.contributors.clear();
  whole.hits.clear();
  whole.rules.clear();
  lay_out_cells(whole);
  for (std::size_t i = 0; i < whole.cells.size(); ++i)
    whole.cells[i].cost = Decimal::whole(static_cast<int>(i));
  for (std::size_t view = 0; view < 2; ++view) {
    const ViewTable one = table_of_view(whole, view);
    EXPECT_EQ(one.table.cells.size(), view == 0 ? 15U : 9U);
    ASSERT_EQ(one.cells.size(), one.table.cells.size());
    for (std::size_t i = 0; i < one.cells.size(); ++i) {
      EXPECT_EQ(one.table.cells[i].cost, Decimal::whole(static_cast<std::int64_t>(one.cells[i])));
      for (std::size_t d = 0; d < 2; ++d) {
        EXPECT_EQ(one.table.codes_of(i)[d], whole.codes_of(one.cells[i])[d + view]);
      }
    }
    check_table(one.table);
  }
}

}  // namespace
}  // namespace sfumato::tables
