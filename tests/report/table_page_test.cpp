// The page of a comparison of protections: positions, marks and tooltips of cells.
#include "report/table_page.hpp"

#include <gtest/gtest.h>

#include "report/html.hpp"
#include "report/table_page_cells.hpp"
#include "report/table_page_sheets.hpp"
#include "report/text.hpp"
#include "support/markup.hpp"
#include "tables/filled_table.hpp"

namespace sfumato::report {
namespace {

using tables::CellStatus;
using tables::CellTable;
using tables::Decimal;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

CellTable counted_up(const std::vector<tables::Dimension>& dimensions) {
  return testing::filled_table(dimensions, false, [n = 0]() mutable { return Decimal::whole(++n); });
}

// 53 63 | 33 90, where the 53 is sensitive with levels of 7.5.
TableComparison shops(std::vector<std::string> methods = {}) {
  TableComparison comparison;
  comparison.source = "shops.json";
  comparison.original = testing::filled_table(
      {testing::flat_dimension("town", 2), testing::flat_dimension("trade", 2)}, false, [n = 0]() mutable {
        constexpr std::int64_t values[] = {53, 63, 33, 90};
        return Decimal::whole(values[n++]);
      });
  for (tables::Cell& cell : comparison.original.cells) {
    cell.cost = cell.value;
    if (cell.value != Decimal::whole(53)) continue;
    cell.status = CellStatus::primary;
    cell.lower_level = cell.upper_level = Decimal(75, 1);
  }
  tables::ComparisonOptions options;
  options.methods = std::move(methods);
  options.limit = optimize::Effort::work(5);
  comparison.protections =
      tables::compare_protections(comparison.original, options, sfumato::Run({.seed = 1, .threads = 1}));
  return comparison;
}

std::vector<std::string> texts(const std::vector<SheetHeading>& headings) {
  std::vector<std::string> result;
  for (const SheetHeading& heading : headings) result.push_back(heading.text);
  return result;
}

TEST(TableSheets, PutSumsAboveTheirPartsAndTheTotalLast) {
  const CellTable table =
      counted_up({testing::two_level_dimension("z"), testing::flat_dimension("trade", 3)});
  const Sheets laid_out = lay_out_sheets(table, 1000);
  ASSERT_EQ(laid_out.sheets.size(), 1U);
  const Sheet& sheet = laid_out.sheets[0];
  EXPECT_EQ(sheet.title, "turnover by z and trade");
  EXPECT_EQ(texts(sheet.columns), (std::vector<std::string>{"trade1", "trade2", "trade3", "Total"}));
  std::vector<std::string> rows;
  for (const SheetRow& row : sheet.rows)
    rows.push_back(std::string(row.heading.depth, '.') + row.heading.text);
  EXPECT_EQ(rows, (std::vector<std::string>{"zA", ".zA1", ".zA2", "zB", ".zB1", ".zB2", "Total"}));
  EXPECT_TRUE(sheet.rows[0].heading.sum);
  EXPECT_FALSE(sheet.rows[1].heading.sum);
  for (const SheetRow& row : sheet.rows) {
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      ASSERT_TRUE(row.cells[i]);
      const std::string name = tables::cell_name(table, *row.cells[i]);
      EXPECT_EQ(name, "z=" + row.heading.text + ", trade=" + sheet.columns[i].text);
    }
  }
}

TEST(TableSheets, HaveOneForEachCombinationOfFurtherDimensions) {
  const Sheets laid_out =
      lay_out_sheets(counted_up({testing::flat_dimension("a", 2), testing::flat_dimension("b", 5),
                                 testing::flat_dimension("c", 3), testing::flat_dimension("d", 1)}),
                     10000);
  ASSERT_EQ(laid_out.sheets.size(), 3U * 2U);  // a and d; b runs down, c across
  EXPECT_EQ(laid_out.sheets[0].title, "turnover by b and c, a a1, d d1");
  EXPECT_EQ(laid_out.sheets.back().title, "turnover by b and c, a Total, d Total");
  EXPECT_EQ(laid_out.cells, 3U * 6U * 4U * 2U);
  EXPECT_EQ(laid_out.all, laid_out.cells);
}

TEST(TableSheets, AreCutToPaperAndToTheLimit) {
  const CellTable wide = counted_up({testing::flat_dimension("a", 40), testing::flat_dimension("b", 25)});
  const Sheets cut = lay_out_sheets(wide, 5000);
  ASSERT_EQ(cut.sheets.size(), 3U);
  EXPECT_TRUE(has(cut.sheets[1].title, "columns 11 to 20 of 26")) << cut.sheets[1].title;
  EXPECT_EQ(cut.all, 41U * 26U);
  const Sheets few = lay_out_sheets(wide, 60);
  ASSERT_EQ(few.sheets.size(), 1U);
  EXPECT_EQ(few.sheets[0].rows.size(), 6U);
  EXPECT_EQ(few.cells, 60U);
  EXPECT_EQ(few.all, 41U * 26U);
}

TEST(TableSheets, OfATableWithoutDimensionsAreByNumber) {
  CellTable table;
  table.cells.resize(23);
  const Sheets laid_out = lay_out_sheets(table, 1000);
  ASSERT_EQ(laid_out.sheets.size(), 1U);
  ASSERT_EQ(laid_out.sheets[0].rows.size(), 3U);
  EXPECT_EQ(laid_out.sheets[0].rows[2].heading.text, "20");
  EXPECT_EQ(*laid_out.sheets[0].rows[2].cells[2], 22U);
  EXPECT_FALSE(laid_out.sheets[0].rows[2].cells[3]);
  EXPECT_TRUE(lay_out_sheets(CellTable(), 10).sheets[0].rows.empty());
}

TEST(TablePage, MarksAPatternAndShowsIntervals) {
  const TableComparison comparison = shops({"suppress-optimal"});
  const std::string markup = protected_sheets(comparison.original, *comparison.winner(), 1000);
  EXPECT_EQ(testing::occurrences(markup, "<td class=\"number sensitive\""), 1U);
  EXPECT_EQ(testing::occurrences(markup, "<td class=\"number left-out\""), 3U);
  EXPECT_TRUE(
      has(markup,
          "title=\"town=town1, trade=trade1: 53, sensitive and suppressed. The attacker knows: 0 to 86. "
          "The levels require: 45.5 to 60.5.\""))
      << markup;
  EXPECT_TRUE(has(markup, "secondary and suppressed. The attacker knows: 0 to 86."));  // the 33
  EXPECT_TRUE(has(markup, "63<span class=\"mark\">+</span>"));
  EXPECT_TRUE(has(markup, "53<span class=\"mark\">*</span>"));
  EXPECT_TRUE(has(markup, "<td class=\"number\">239</td>"));
  EXPECT_TRUE(has(markup, "<span class=\"reach\">0 to 86</span>"));  // for paper, which has no pointer
}

TEST(TablePage, ShowsChangesBesidePublishedValues) {
  const TableComparison comparison = shops({"adjust-margins"});
  const std::string markup = protected_sheets(comparison.original, *comparison.winner(), 1000);
  EXPECT_EQ(testing::occurrences(markup, "<td class=\"number sensitive\""), 1U);
  EXPECT_EQ(testing::occurrences(markup, "<td class=\"number moved\""), 3U);
  EXPECT_TRUE(has(markup, ", true value 53, sensitive. The attacker knows: ")) << markup;
  EXPECT_TRUE(has(markup, " The levels require: at most 45.5 or at least 60.5.")) << markup;
  const bool up = has(markup, "61<span class=\"mark\">*</span><span class=\"change\">+8</span>");
  const bool down = has(markup, "45<span class=\"mark\">*</span><span class=\"change\">\u22128</span>");
  EXPECT_NE(up, down) << markup;
}

TEST(TablePage, IsWellFormedAndAccessible) {
  TableComparison comparison = shops();
  comparison.made_on = "2026-11-15";
  comparison.asked = {{"table", "shops.json"}};
  const std::string page = table_comparison_page(comparison);
  EXPECT_EQ(testing::markup_fault(page), "");
  EXPECT_FALSE(has(page, "<script"));
  for (const std::string& link : testing::attribute_values(page, "href")) {
    EXPECT_TRUE(link.starts_with("#section-")) << link;
  }
  EXPECT_TRUE(testing::attribute_values(page, "src").empty());
  EXPECT_TRUE(has(page, "Confidential: do not publish"));
  for (const char* section : {"In short", "Ranking", "Risk-utility map", "The table by adjust (margins free)",
                              "The table by the other protections", "Decision"}) {
    EXPECT_EQ(testing::occurrences(page, ">" + std::string(section) + "</h2>"), 1U) << section;
  }
  // Every sheet is below the heading that names it, and has a caption and headings for its cells.
  EXPECT_LT(page.find(">The table by adjust (margins free)</h2>"), page.find("<table class=\"sheet\">"));
  EXPECT_EQ(testing::occurrences(page, "<table class=\"sheet\"><caption>"), 5U);
  EXPECT_EQ(testing::occurrences(page, "<th>"), 0U);
  EXPECT_EQ(testing::occurrences(page, "<details class=\"protection\">"), 4U);
  EXPECT_TRUE(has(page, "<p>suppress-hypercube makes the same table as suppress-optimal.</p>"));
  EXPECT_TRUE(has(page, "@media print"));
}

TEST(TablePage, EscapesTextsOfATable) {
  TableComparison comparison = shops();
  const std::string nasty = "</style><script>alert(\"1\")</script>&";
  const auto rename = [&](CellTable& table) {
    if (table.dimensions.empty()) return;
    table.dimensions[0].name = nasty;
    table.dimensions[0].codes[1] = nasty + "<h2 id=\"section-3\">";
    table.responses[0].name = nasty;
  };
  rename(comparison.original);
  comparison.source = nasty;
  comparison.warnings = {nasty};
  for (tables::ComparedProtection& one : comparison.protections) {
    rename(one.table);
    if (one.pattern) rename(*one.pattern);
    one.parameters = nasty;
    one.notes = {nasty};
  }
  const std::string page = table_comparison_page(comparison);
  EXPECT_EQ(testing::markup_fault(page), "");
  EXPECT_FALSE(has(page, "<script"));
}

TEST(TablePage, SaysWhereNothingIsSafe) {
  TableComparison comparison = shops({"suppress-gauss"});
  EXPECT_EQ(comparison.winner(), nullptr);
  EXPECT_FALSE(table_map_figure(comparison));
  const std::string page = table_comparison_page(comparison);
  EXPECT_EQ(testing::markup_fault(page), "");
  EXPECT_TRUE(has(page, "No protection makes the table safe"));
  EXPECT_FALSE(has(page, "class=\"sheet\""));
}

TEST(TableMap, HasAPointForEachRankedProtectionAndTheirFrontier) {
  const TableComparison comparison = shops();
  const std::optional<Figure> map = table_map_figure(comparison);
  ASSERT_TRUE(map);
  const LineChart& chart = std::get<LineChart>(map->chart);
  ASSERT_EQ(chart.series.size(), 1U + 8U);
  EXPECT_EQ(chart.series[0].emphasis, Emphasis::backdrop);
  EXPECT_EQ(chart.series[1].emphasis, Emphasis::winner);
  EXPECT_DOUBLE_EQ(chart.series[1].points[0].x, 3200.0 / 956);
  EXPECT_DOUBLE_EQ(chart.series[1].points[0].y, 8 / 7.5);
  EXPECT_EQ(chart.lines[0].at, 1.0);
}

TEST(TableComparisonReport, ShowsTheRankingAndTheReasonsOfOthers) {
  const Report report = table_comparison_report(shops());
  const std::string text = text_document(report, {.width = 200});
  EXPECT_TRUE(has(text, "adjust (margins free) has the least loss: 3.35 % of the table's value")) << text;
  EXPECT_TRUE(has(text, "The same loss: adjust-margins (margins fixed).")) << text;
  EXPECT_TRUE(has(text, "Next is round (base 20) with 5.65 %")) << text;
  EXPECT_TRUE(has(text, "If only true values may be published, suppress-optimal has the least loss: 25 %"))
      << text;
  EXPECT_TRUE(has(text, "4=")) << text;
  EXPECT_TRUE(has(text, "suppress-gauss")) << text;
  EXPECT_EQ(report.document.at("winner"), Value("adjust"));
}

TEST(TableComparisonReport, HasTheSameInRows) {
  const TableComparison comparison = shops();
  const Table rows = table_comparison_rows(comparison);
  EXPECT_EQ(rows.rows(), comparison.protections.size());
}

}  // namespace
}  // namespace sfumato::report
