// Small tables, computed by hand.
#include "tables/tabulation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "core/error.hpp"

namespace sfumato::tables {
namespace {

using Texts = std::vector<std::string>;

// Text columns ("" is missing) and columns of doubles (NaN is missing), one after the other.
class RecordsBuilder {
 public:
  RecordsBuilder& text(const std::string& name, const Texts& values) {
    Codes codes;
    for (const std::string& value : values) {
      const auto found = std::find(codes.labels.begin(), codes.labels.end(), value);
      codes.codes.push_back(value.empty() ? Codes::missing
                                          : static_cast<std::int32_t>(found - codes.labels.begin()));
      if (!value.empty() && found == codes.labels.end()) codes.labels.push_back(value);
    }
    return add(name, Kind::nominal, std::move(codes));
  }
  RecordsBuilder& numbers(const std::string& name, std::vector<double> values) {
    return add(name, Kind::numeric, std::move(values));
  }
  RecordsBuilder& integers(const std::string& name, std::vector<std::int64_t> values) {
    return add(name, Kind::numeric, Integers{std::move(values), {}});
  }
  RecordsBuilder& add(const std::string& name, Kind kind, Column column) {
    ColumnInfo info;
    info.name = name;
    info.kind = kind;
    schema_.push_back(std::move(info));
    columns_.push_back(std::move(column));
    return *this;
  }
  Table table() const { return {schema_, columns_}; }

 private:
  std::vector<ColumnInfo> schema_;
  std::vector<Column> columns_;
};

constexpr double gap = std::numeric_limits<double>::quiet_NaN();

Table firms() {
  return RecordsBuilder()
      .text("town", {"A", "A", "B", "B", "C"})
      .text("sex", {"m", "f", "m", "m", "f"})
      .numbers("turnover", {10.5, 20, 5.25, 30, 7})
      .numbers("weight", {2, 1, 1.5, 1, 3})
      .text("group", {"g1", "g1", "g2", "g1", ""})
      .integers("asked", {0, 1, 2, 1, 0})
      .numbers("staff", {4, 1, 2, 8, 16})
      .table();
}

CodeTree north_and_south() { return {{{"N", {}}, {"A", 0}, {"B", 0}, {"S", {}}, {"C", 3}}, "town.hrc"}; }

Specification turnover_by_town_and_sex() {
  Specification specification;
  specification.dimensions = {{"town", "Total", {north_and_south()}, {}}, {"sex", "Total", {}, {}}};
  specification.tables = {{"town", "sex"}};
  specification.sums = {"turnover"};
  return specification;
}

std::size_t cell_of(const CellTable& table, const Texts& codes, std::uint32_t response = 0) {
  std::vector<std::uint32_t> key;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    key.push_back(static_cast<std::uint32_t>(table.dimensions[i].find(codes[i]).value()));
  }
  key.push_back(response);
  return CellIndex(table).find(key).value();
}
std::string value(const CellTable& table, const Texts& codes, std::uint32_t response = 0) {
  return table.cells[cell_of(table, codes, response)].value.trimmed().text();
}
const Contributors& behind(const CellTable& table, const Texts& codes, std::uint32_t response = 0) {
  return table.contributors[cell_of(table, codes, response)];
}
std::string listed(const std::vector<Contribution>& contributions) {
  std::string text;
  for (const Contribution& one : contributions) {
    text += (text.empty() ? "" : " ") + one.amount.trimmed().text() + "*" + one.weight.trimmed().text() +
            "#" + std::to_string(one.contributor);
  }
  return text;
}

Error complaint(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    return error;
  }
  return {ErrorCode::internal, "no error"};
}
Error complaint_of(const Table& records, const Specification& specification) {
  return complaint([&] { tabulate(records, specification, sfumato::Run()); });
}
std::string notes_of(const Tabulated& tabulated) {
  std::string text;
  for (const std::string& note : tabulated.notes) text += note + "\n";
  return text;
}

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
  EXPECT_EQ(listed(behind(table, {"Total", "Total"}, 1).largest), "");
}

TEST(Tabulation, SumsHoldingsOverTheirRecords) {
  Specification specification = turnover_by_town_and_sex();
  specification.weight = "weight";
  specification.holding = "group";
  const Tabulated result = tabulate(firms(), specification, sfumato::Run());
  const CellTable& table = result.table;
  EXPECT_EQ(notes_of(result), "1 record has no 'group': each is a holding by itself\n");
  EXPECT_EQ(listed(behind(table, {"Total", "Total"}).largest_holdings), "71*1#0 21*1#2 7.875*1#1");
  EXPECT_EQ(behind(table, {"Total", "Total"}).holdings, 3);
  EXPECT_EQ(behind(table, {"Total", "Total"}).frequency, 5);
  EXPECT_EQ(listed(behind(table, {"N", "m"}).largest_holdings), "51*1#0 7.875*1#1");
  EXPECT_EQ(behind(table, {"A", "Total"}).holdings, 1);
  EXPECT_EQ(listed(behind(table, {"A", "Total"}).largest), "20*1#1 10.5*2#0");
}

TEST(Tabulation, LooksAtTheShadowVariableForContributions) {
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
  EXPECT_TRUE(behind(table, {"N", "m"}).largest.empty());
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

TEST(Tabulation, GivesAMeanWithGapsACountOfItsOwn) {
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

TEST(Tabulation, GivesMissingCodesAPlaceOfTheirOwn) {
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
            "1 record has no 'town': it stands under the code '(missing)'\n"
            "1 record has no 'size': it stands under the code '(missing)'\n");
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

TEST(Tabulation, TakesCostsFromWhatIsAsked) {
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
  // 6·3 cells, and 3·4 of which Total, f and m are there already.
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

TEST(Tabulation, CrossesDatesAndWholeNumbersInOrder) {
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

TEST(Tabulation, RefusesSumsThatDoNotFit) {
  const std::int64_t large = std::numeric_limits<std::int64_t>::max() / 2;
  const Table records =
      RecordsBuilder().text("town", {"A", "A", "A", "B"}).integers("x", {large, large, large, 1}).table();
  Specification specification;
  specification.tables = {{"town"}};
  specification.sums = {"x"};
  const Error error = complaint_of(records, specification);
  EXPECT_EQ(error.code, ErrorCode::bad_input);
  EXPECT_EQ(error.message, "the sum in the cell town=Total has more than 18 digits");
}

TEST(Tabulation, RefusesNumbersThatDoNotFitTheirColumn) {
  const Table records = RecordsBuilder().text("town", {"A", "B"}).numbers("x", {1e15, 1e-8}).table();
  Specification specification;
  specification.tables = {{"town"}};
  specification.sums = {"x"};
  EXPECT_EQ(complaint_of(records, specification).message,
            "column 'x', row 1: 1000000000000000 does not fit 18 digits with the decimals of the column");
  specification.decimals = 2;
  const Tabulated result = tabulate(records, specification, sfumato::Run());
  EXPECT_EQ(value(result.table, {"Total"}), "1000000000000000");
}

TEST(Tabulation, NamesRowAndFileOfAnUnknownCode) {
  const Table records = RecordsBuilder().text("town", {"A", "Z"}).table();
  Specification specification;
  specification.dimensions = {{"town", "Total", {north_and_south()}, {}}};
  specification.tables = {{"town"}};
  EXPECT_EQ(complaint_of(records, specification).message,
            "column 'town', row 2: 'Z' is a code that town.hrc does not know");
  EXPECT_EQ(complaint_of(RecordsBuilder().text("town", {"A", "N"}).table(), specification).message,
            "column 'town', row 2: 'N' is a code that town.hrc divides further");
}

TEST(Tabulation, RefusesWhatItCannotUse) {
  const Table records = RecordsBuilder()
                            .text("town", {"A", "B"})
                            .numbers("share", {0.5, 1})
                            .numbers("light", {1, gap})
                            .numbers("debt", {1, -1})
                            .table();
  Specification specification;
  specification.tables = {{"share"}};
  Error error = complaint_of(records, specification);
  EXPECT_EQ(error.message, "cannot cross column 'share': 0.5 in row 1 is no whole number");
  EXPECT_NE(error.hint.find("recode"), std::string::npos);
  specification.tables = {{"town"}};
  specification.sums = {"town"};
  EXPECT_EQ(complaint_of(records, specification).message,
            "column 'town' holds no numbers, so it cannot be added up");
  specification.sums = {"share"};
  specification.weight = "light";
  EXPECT_EQ(complaint_of(records, specification).message, "the weight 'light' is missing in row 2");
  specification.weight = "debt";
  EXPECT_EQ(complaint_of(records, specification).message, "the weight 'debt' is negative in row 2: -1");
  specification.weight = std::nullopt;
  specification.cost_column = "debt";
  EXPECT_EQ(complaint_of(records, specification).message, "the cost 'debt' is negative in row 2");
  specification.cost_column = std::nullopt;
  specification.tables = {{"town", "town"}};
  EXPECT_EQ(complaint_of(records, specification).message, "a table crosses 'town' with itself");
  specification.tables = {};
  EXPECT_EQ(complaint_of(records, specification).message, "no table is asked for");
  specification.tables = {{"town"}};
  specification.kept = 1001;
  EXPECT_EQ(complaint_of(records, specification).message,
            "at most 1000 contributions of a cell can be kept, not 1001");
  specification.kept = 10;
  specification.dimensions = {{"share", "Total", {}, {}}};
  EXPECT_EQ(complaint_of(records, specification).message, "the dimension 'share' is crossed by no table");
  specification.dimensions = {{"town", "A", {}, {}}};
  EXPECT_EQ(complaint_of(records, specification).message,
            "'A' is a code of 'town' and the name of its total");
}

TEST(Tabulation, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  const sfumato::Run run({.seed = 1, .threads = 2, .stop = source.get_token()});
  EXPECT_EQ(complaint([&] { tabulate(firms(), turnover_by_town_and_sex(), run); }).code,
            ErrorCode::interrupted);
}

}  // namespace
}  // namespace sfumato::tables
