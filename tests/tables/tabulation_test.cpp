// Small tables, computed by hand.
#include <gtest/gtest.h>

#include "tables/tabulation_records.hpp"

namespace sfumato::tables {
namespace {

TEST(Tabulation, AddsUpTwoDimensionsWithAHierarchy) {
  const Tabulated result = tabulate(firms(), turnover_by_town_and_sex(), sfumato::Run());
  const CellTable& table = result.table;
  check_table(table);
  EXPECT_TRUE(result.notes.empty());
  EXPECT_EQ(table.dimensions[0].codes, (Texts{"Total", "N", "A", "B", "S", "C"}));
  EXPECT_EQ(table.dimensions[1].codes, (Texts{"Total", "f", "m"}));
  EXPECT_EQ(table.cells.size(), 18U);
  EXPECT_EQ(value(table, {"A", "m"}), "10.5");
  EXPECT_EQ(value(table, {"B", "m"}), "35.25");
  EXPECT_EQ(value(table, {"B", "f"}), "0");
  EXPECT_EQ(value(table, {"N", "m"}), "45.75");
  EXPECT_EQ(value(table, {"N", "Total"}), "65.75");
  EXPECT_EQ(value(table, {"Total", "f"}), "27");
  EXPECT_EQ(value(table, {"Total", "Total"}), "72.75");
  EXPECT_EQ(table.cells[0].value.text(), "72.75");
  EXPECT_EQ(table.cells[0].lower, Decimal());
  EXPECT_EQ(table.cells[0].upper, std::nullopt);
  EXPECT_EQ(table.cells[0].cost, table.cells[0].value);
  EXPECT_EQ(table.title, "turnover by town, sex");
}

TEST(Tabulation, KeepsTheLargestContributions) {
  Specification specification = turnover_by_town_and_sex();
  specification.kept = 3;
  const CellTable table = tabulate(firms(), specification, sfumato::Run()).table;
  EXPECT_EQ(table.kept_contributions, 3U);
  EXPECT_EQ(listed(behind(table, {"Total", "Total"}).largest), "30*1#3 20*1#1 10.5*1#0");
  EXPECT_EQ(listed(behind(table, {"N", "m"}).largest), "30*1#3 10.5*1#0 5.25*1#2");
  EXPECT_EQ(listed(behind(table, {"S", "m"}).largest), "");
  EXPECT_EQ(behind(table, {"N", "m"}).frequency, 3);
  EXPECT_EQ(behind(table, {"N", "m"}).holdings, 3);
  EXPECT_EQ(behind(table, {"N", "m"}).weighted_frequency, Decimal::whole(3));
  EXPECT_EQ(behind(table, {"N", "m"}).total, Decimal(4575, 2));
}

TEST(Tabulation, GivesTiesToTheEarlierRecord) {
  const Table records =
      RecordsBuilder().text("town", {"A", "B", "A", "B"}).integers("x", {5, -5, 5, 5}).table();
  Specification specification;
  specification.tables = {{"town"}};
  specification.sums = {"x"};
  specification.kept = 3;
  const CellTable table = tabulate(records, specification, sfumato::Run()).table;
  EXPECT_EQ(listed(behind(table, {"Total"}).largest), "5*1#0 -5*1#1 5*1#2");
}

TEST(Tabulation, WeighsRecords) {
  Specification specification = turnover_by_town_and_sex();
  specification.weight = "weight";
  specification.counts = true;
  const CellTable table = tabulate(firms(), specification, sfumato::Run()).table;
  check_table(table);
  EXPECT_EQ(value(table, {"A", "m"}), "21");
  EXPECT_EQ(value(table, {"B", "m"}), "37.875");
  EXPECT_EQ(value(table, {"N", "Total"}), "78.875");
  EXPECT_EQ(value(table, {"Total", "Total"}), "99.875");
  EXPECT_EQ(value(table, {"Total", "Total"}, 1), "8.5");
  EXPECT_EQ(value(table, {"B", "m"}, 1), "2.5");
  EXPECT_EQ(table.responses, (std::vector<Response>{{"turnover", false, ""}, {"count", true, ""}}));
  const Contributors& all = behind(table, {"Total", "Total"});
  EXPECT_EQ(all.frequency, 5);
  EXPECT_EQ(all.weighted_frequency, Decimal(85, 1));
  EXPECT_EQ(all.total, Decimal(99875, 3));
  EXPECT_EQ(listed(all.largest), "30*1#3 20*1#1 10.5*2#0 7*3#4 5.25*1.5#2");
  EXPECT_EQ(listed(behind(table, {"Total", "Total"}, 1).largest), "1*2#0");  // of counts, one is enough
}

TEST(Tabulation, SumsHoldingsOverTheirRecords) {
  Specification specification = turnover_by_town_and_sex();
  specification.weight = "weight";
  specification.holding = "group";
  const Tabulated result = tabulate(firms(), specification, sfumato::Run());
  const CellTable& table = result.table;
  EXPECT_EQ(notes_of(result), "1 record has no 'group': it is a holding by itself\n");
  EXPECT_EQ(listed(behind(table, {"Total", "Total"}).largest_holdings), "71*1#0 21*1#2 7.875*1#1");
  EXPECT_EQ(behind(table, {"Total", "Total"}).holdings, 3);
  EXPECT_EQ(behind(table, {"Total", "Total"}).frequency, 5);
  EXPECT_EQ(listed(behind(table, {"N", "m"}).largest_holdings), "51*1#0 7.875*1#1");
  EXPECT_EQ(behind(table, {"A", "Total"}).holdings, 1);
  EXPECT_EQ(listed(behind(table, {"A", "Total"}).largest), "20*1#1 10.5*2#0");
}

TEST(Tabulation, UsesTheShadowVariableForContributions) {
  Specification specification = turnover_by_town_and_sex();
  specification.shadow = "staff";
  specification.request = "asked";
  const CellTable table = tabulate(firms(), specification, sfumato::Run()).table;
  EXPECT_EQ(value(table, {"Total", "Total"}), "72.75");
  const Contributors& all = behind(table, {"Total", "Total"});
  EXPECT_EQ(all.total, Decimal::whole(31));
  EXPECT_EQ(listed(all.largest), "16*1#4 8*1#3 4*1#0 2*1#2 1*1#1");
  EXPECT_EQ(all.largest_request[0], Decimal::whole(8));
  EXPECT_EQ(all.largest_request[1], Decimal::whole(2));
  EXPECT_EQ(behind(table, {"A", "Total"}).largest_request[0], Decimal::whole(1));
  EXPECT_EQ(behind(table, {"S", "Total"}).largest_request[0], Decimal());
}

TEST(Tabulation, CountsWhereNothingIsSummed) {
  Specification specification = turnover_by_town_and_sex();
  specification.sums.clear();
  const CellTable table = tabulate(firms(), specification, sfumato::Run()).table;
  check_table(table);
  EXPECT_EQ(table.responses, (std::vector<Response>{{"count", true, ""}}));
  EXPECT_EQ(value(table, {"N", "m"}), "3");
  EXPECT_EQ(behind(table, {"N", "m"}).frequency, 3);
  EXPECT_EQ(behind(table, {"N", "m"}).largest.size(), 1U);
}

TEST(Tabulation, PublishesAMeanAsSumAndCount) {
  Specification specification = turnover_by_town_and_sex();
  specification.sums.clear();
  specification.means = {"turnover"};
  const CellTable table = tabulate(firms(), specification, sfumato::Run()).table;
  check_table(table);
  EXPECT_EQ(table.responses, (std::vector<Response>{{"turnover", false, "count"}, {"count", true, ""}}));
  EXPECT_EQ(table.views.size(), 2U);
  EXPECT_EQ(value(table, {"N", "m"}, 0), "45.75");
  EXPECT_EQ(value(table, {"N", "m"}, 1), "3");
}

TEST(Tabulation, GivesAMeanWithMissingValuesItsOwnCount) {
  const Table records = RecordsBuilder().text("town", {"A", "A", "B"}).numbers("x", {1, gap, 3}).table();
  Specification specification;
  specification.tables = {{"town"}};
  specification.means = {"x"};
  const Tabulated result = tabulate(records, specification, sfumato::Run());
  EXPECT_EQ(result.table.responses,
            (std::vector<Response>{{"x", false, "count of x"}, {"count of x", true, ""}}));
  EXPECT_EQ(value(result.table, {"A"}, 0), "1");
  EXPECT_EQ(value(result.table, {"A"}, 1), "1");
  EXPECT_EQ(notes_of(result), "1 record has no 'x' and is left out of its cells\n");
}

TEST(Tabulation, GivesMissingValuesTheirOwnCode) {
  const Table records = RecordsBuilder()
                            .text("town", {"A", "", "C"})
                            .add("size", Kind::numeric, Integers{{10, 9, 0}, {0, 0, 1}})
                            .integers("x", {1, 2, 4})
                            .table();
  Specification specification;
  specification.dimensions = {{"town", "All", {north_and_south()}, {}}};
  specification.tables = {{"town", "size"}};
  specification.sums = {"x"};
  const Tabulated result = tabulate(records, specification, sfumato::Run());
  check_table(result.table);
  EXPECT_EQ(result.table.dimensions[0].codes, (Texts{"All", "N", "A", "B", "S", "C", "(missing)"}));
  EXPECT_EQ(result.table.dimensions[1].codes, (Texts{"Total", "9", "10", "(missing)"}));
  EXPECT_EQ(value(result.table, {"(missing)", "9"}), "2");
  EXPECT_EQ(value(result.table, {"S", "(missing)"}), "4");
  EXPECT_EQ(value(result.table, {"All", "Total"}), "7");
  EXPECT_EQ(notes_of(result),
            "1 record has no 'town': it is counted under the code '(missing)'\n"
            "1 record has no 'size': it is counted under the code '(missing)'\n");
}

TEST(Tabulation, TakesNegativeAmounts) {
  const Table records = RecordsBuilder()
                            .text("town", {"A", "A", "B"})
                            .integers("x", {-7, 5, 3})
                            .integers("y", {1, 2, 3})
                            .table();
  Specification specification;
  specification.tables = {{"town"}};
  specification.sums = {"x", "y"};
  const CellTable table = tabulate(records, specification, sfumato::Run()).table;
  check_table(table);
  EXPECT_EQ(value(table, {"A"}), "-2");
  EXPECT_EQ(value(table, {"Total"}), "1");
  EXPECT_EQ(behind(table, {"A"}).total, Decimal::whole(12));
  EXPECT_EQ(table.cells[cell_of(table, {"A"})].cost, Decimal::whole(2));
  EXPECT_EQ(table.cells[cell_of(table, {"B"})].lower, std::nullopt);
  EXPECT_EQ(table.cells[cell_of(table, {"A"}, 1)].lower, Decimal());
}

TEST(Tabulation, UsesTheRequestedCosts) {
  Specification specification = turnover_by_town_and_sex();
  specification.cost = CellCost::frequency;
  CellTable table = tabulate(firms(), specification, sfumato::Run()).table;
  EXPECT_EQ(table.cells[cell_of(table, {"N", "m"})].cost, Decimal::whole(3));
  specification.cost = CellCost::unity;
  table = tabulate(firms(), specification, sfumato::Run()).table;
  EXPECT_EQ(table.cells[cell_of(table, {"S", "m"})].cost, Decimal::whole(1));
  specification.cost_column = "staff";
  table = tabulate(firms(), specification, sfumato::Run()).table;
  EXPECT_EQ(table.cells[cell_of(table, {"N", "m"})].cost, Decimal::whole(14));
}

TEST(Tabulation, RoundsContributionsFirst) {
  Specification specification = turnover_by_town_and_sex();
  specification.decimals = 0;
  Tabulated result = tabulate(firms(), specification, sfumato::Run());
  check_table(result.table);
  EXPECT_EQ(value(result.table, {"A", "m"}), "11");  // 10.5, away from zero
  EXPECT_EQ(value(result.table, {"B", "m"}), "35");  // 5 + 30
  EXPECT_EQ(value(result.table, {"N", "m"}), "46");
  EXPECT_EQ(notes_of(result), "2 values of 'turnover' were rounded to 0 decimals\n");
  specification.weight = "weight";
  specification.decimals = 1;
  result = tabulate(firms(), specification, sfumato::Run());
  check_table(result.table);
  EXPECT_EQ(value(result.table, {"B", "m"}), "38");  // 5.3 · 1.5 = 7.95 -> 8, and 30
  EXPECT_EQ(notes_of(result),
            "1 value of 'turnover' was rounded to 1 decimals\n"
            "1 weighted contribution to 'turnover' was rounded to 1 decimals\n");
}

TEST(Tabulation, SharesCellsBetweenLinkedTables) {
  Specification specification = turnover_by_town_and_sex();
  specification.tables = {{"town", "sex"}, {"sex", "asked"}};
  const CellTable table = tabulate(firms(), specification, sfumato::Run()).table;
  check_table(table);
  // 6·3 cells, and 3·4 of which Total, f and m exist already.
  EXPECT_EQ(table.cells.size(), 18U + 12U - 3U);
  EXPECT_EQ(value(table, {"Total", "f", "1"}), "20");
  EXPECT_EQ(value(table, {"Total", "m", "Total"}), "45.75");
  EXPECT_EQ(value(table, {"Total", "Total", "1"}), "50");
  EXPECT_EQ(behind(table, {"Total", "m", "1"}).largest[0].contributor, 3);
}

TEST(Tabulation, LabelsCodes) {
  Specification specification = turnover_by_town_and_sex();
  specification.dimensions[1].labels = {{"m", "men"}, {"x", "unknown"}};
  const CellTable table = tabulate(firms(), specification, sfumato::Run()).table;
  EXPECT_EQ(table.dimensions[1].labels, (Texts{"Total", "f", "men"}));
  EXPECT_TRUE(table.dimensions[0].labels.empty());
}

TEST(Tabulation, CrossesDatesAndIntegersInOrder) {
  const Table records = RecordsBuilder()
                            .add("day", Kind::numeric, Dates{{18718, 18717, 18718}})
                            .numbers("size", {10, 9, -1})
                            .integers("id", {4'000'000'000'000, 5, -4'000'000'000'000})
                            .text("code", {"10", "9", "09"})
                            .table();
  Specification specification;
  specification.tables = {{"day"}, {"size"}, {"id"}, {"code"}};
  const CellTable table = tabulate(records, specification, sfumato::Run()).table;
  check_table(table);
  EXPECT_EQ(table.dimensions[0].codes, (Texts{"Total", "2021-03-31", "2021-04-01"}));
  EXPECT_EQ(table.dimensions[1].codes, (Texts{"Total", "-1", "9", "10"}));
  EXPECT_EQ(table.dimensions[2].codes, (Texts{"Total", "-4000000000000", "5", "4000000000000"}));
  EXPECT_EQ(table.dimensions[3].codes, (Texts{"Total", "09", "9", "10"}));
  EXPECT_EQ(value(table, {"2021-04-01", "Total", "Total", "Total"}), "2");
}

TEST(Tabulation, KeepsTheOrderOfAnOrdinalColumn) {
  const Table records =
      RecordsBuilder().add("size", Kind::ordinal, Codes{{2, 0, 1}, {"small", "middle", "large"}}).table();
  Specification specification;
  specification.tables = {{"size"}};
  EXPECT_EQ(tabulate(records, specification, sfumato::Run()).table.dimensions[0].codes,
            (Texts{"Total", "small", "middle", "large"}));
}

TEST(Tabulation, TabulatesNoRecords) {
  const Table records = RecordsBuilder().text("town", {}).numbers("x", {}).table();
  Specification specification;
  specification.dimensions = {{"town", "Total", {north_and_south()}, {}}};
  specification.tables = {{"town"}};
  specification.sums = {"x"};
  const CellTable table = tabulate(records, specification, sfumato::Run()).table;
  check_table(table);
  EXPECT_EQ(table.cells.size(), 6U);
}

}  // namespace
}  // namespace sfumato::tables
