// Pages: self-contained, well-formed whatever the text, every block there, and nothing that a page
// for the public should not say.
#include "report/html.hpp"

#include <random>

#include "report/html_style.hpp"
#include "support/markup.hpp"

namespace sfumato::report {
namespace {

using testing::markup_fault;
using testing::occurrences;

std::string page_of(std::vector<Block> blocks, Warnings warnings = {}) {
  Report report;
  report.blocks = std::move(blocks);
  report.warnings = std::move(warnings);
  return html_document(report, {.title = "A page"});
}

bool has(const std::string& page, const std::string& part) { return page.find(part) != std::string::npos; }

TEST(Html, NeedsNothingButItself) {
  const std::string page =
      page_of({Figure{"t", "c", "a", LineChart{{"x"}, {"y"}, {{"s", {{0, 0}, {1, 1}}}}}}});
  EXPECT_TRUE(
      has(page,
          "content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\""));
  EXPECT_EQ(occurrences(page, "http"), 3U) << "the policy's http-equiv and the SVG namespace of two charts";
  for (const char* word : {"<script", "<link", "<img", "@import", "url("})
    EXPECT_FALSE(has(page, word)) << word;
  EXPECT_EQ(markup_fault(page), "");
}

TEST(Html, SaysItsLanguageTitleAndSubtitle) {
  const std::string page =
      html_document({}, {.title = "Risk & utility", .subtitle = "of <it>", .language = "de"});
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>\n<html lang=\"de\">\n"));
  EXPECT_TRUE(has(page, "<title>Risk &amp; utility</title>"));
  EXPECT_TRUE(has(page, "<h1>Risk &amp; utility</h1>\n<p class=\"subtitle\">of &lt;it&gt;</p>"));
}

TEST(Html, TakesItsTitleFromTheFirstHeadingIfNotTold) {
  Report report;
  report.blocks = {Heading{"The title", 1}, Paragraph{"text"}};
  const std::string page = html_document(report, {});
  EXPECT_TRUE(has(page, "<title>The title</title>"));
  EXPECT_EQ(occurrences(page, "<h1>"), 1U);
}

TEST(Html, ListsSectionsFromTwoOn) {
  EXPECT_FALSE(has(page_of({Heading{"One"}}), "<nav"));
  const std::string page = page_of({Heading{"One"}, Heading{"within", 3}, Heading{"<Two>"}});
  EXPECT_TRUE(
      has(page, "<li><a href=\"#section-1\">One</a></li>\n<li><a href=\"#section-2\">&lt;Two&gt;</a></li>"));
  EXPECT_TRUE(has(page, "<h2 id=\"section-2\">&lt;Two&gt;</h2>"));
  EXPECT_TRUE(has(page, "<h3>within</h3>"));
  EXPECT_EQ(occurrences(page, "<li>"), 2U);
}

TEST(Html, PutsWarningsAboveEverything) {
  const std::string page = page_of({Heading{"One"}, Heading{"Two"}}, {"mind `x`", "a < b"});
  EXPECT_TRUE(has(page, "role=\"note\""));
  EXPECT_TRUE(has(page, "<li>mind <code>x</code></li>\n<li>a &lt; b</li>"));
  EXPECT_LT(page.find("role=\"note\""), page.find("<nav"));
  EXPECT_FALSE(has(page_of({}), "role=\"note\""));
}

TEST(Html, ShowsBackquotesAsCode) {
  EXPECT_TRUE(has(page_of({Paragraph{"use `a<b` or ` alone"}}), "<p>use <code>a&lt;b</code> or ` alone</p>"));
  EXPECT_TRUE(has(page_of({Paragraph{"``"}}), "<p><code></code></p>"));
}

TEST(Html, ShowsTablesWithHeadersAndAlignment) {
  const std::string page =
      page_of({TableBlock{{{"name"}, {"n", Align::right}}, {{"a&b", "1"}, {"c", "22"}}}});
  EXPECT_TRUE(has(page, "<th scope=\"col\">name</th>\n<th scope=\"col\" class=\"number\">n</th>"));
  EXPECT_TRUE(has(page, "<th scope=\"row\">a&amp;b</th>\n<td class=\"number\">1</td>"));
  EXPECT_TRUE(has(page, "<div class=\"table-box\" tabindex=\"0\""));
}

TEST(Html, GivesSentencesInTablesRoom) {
  const std::string page =
      page_of({TableBlock{{{"a"}, {"b"}}, {{"x", "a sentence that is to be read at ease"}}}});
  EXPECT_TRUE(has(page, "<td class=\"sentence\">a sentence"));
  EXPECT_TRUE(has(page, "<th scope=\"row\">x</th>"));
}

TEST(Html, CopesWithRaggedAndEmptyTables) {
  EXPECT_EQ(markup_fault(page_of({TableBlock{}, TableBlock{{{"a"}}, {{"1", "2", "3"}, {}}}, KeyValues{},
                                  Verbatim{}, SignatureBlock{}})),
            "");
}

TEST(Html, ShowsKeysVerbatimLinesAndLinesToSign) {
  const std::string page =
      page_of({KeyValues{{{"k", "<v>"}}}, Verbatim{{"a  b", "c & d"}}, SignatureBlock{{"Name", "Date"}}});
  EXPECT_TRUE(has(page, "<dt>k</dt>\n<dd>&lt;v&gt;</dd>"));
  EXPECT_TRUE(has(page, "a  b\nc &amp; d\n</pre>"));
  EXPECT_TRUE(has(page, "<div class=\"signature\">\n<p>Name</p>\n<p>Date</p>\n</div>"));
}

TEST(Html, ShowsAFigureWithCaptionBelowAndItsNumbers) {
  const std::string page =
      page_of({Figure{"Scores", "By `rank`.", "a leads", BarChart{"score", {{"a", 0.5}}}}});
  const std::size_t title = page.find("<p class=\"figure-title\">Scores</p>"), chart = page.find("<svg "),
                    caption = page.find("<figcaption>\n<p>By <code>rank</code>.</p>"),
                    numbers = page.find("<details>");
  ASSERT_NE(numbers, std::string::npos) << page;
  EXPECT_LT(title, chart);
  EXPECT_LT(chart, caption);
  EXPECT_LT(caption, numbers);
  EXPECT_TRUE(has(page, "<desc>a leads</desc>"));
  EXPECT_TRUE(has(page.substr(numbers), "<td class=\"number\">0.5</td>"));
}

TEST(Html, ShowsNoNumbersOfAnEmptyFigure) { EXPECT_FALSE(has(page_of({Figure{}}), "<details>")); }

TEST(Html, EscapesTextWhereverItStands) {
  const std::string bad = "<script>alert('x')</script>\"&]]>\x01\xFF\u202E";
  const std::string good = "&lt;script&gt;alert('x')&lt;/script&gt;&quot;&amp;]]&gt;\uFFFD\uFFFD\u202E";
  LineChart chart{{bad}, {bad}, {{bad, {{0, 0, no_number, no_number, bad}, {1, 1}}}}};
  chart.lines = {{Direction::vertical, 0.5, bad}};
  Report report;
  report.warnings = {bad};
  report.blocks = {Heading{bad},
                   Heading{bad, 1},
                   Paragraph{bad},
                   Verbatim{{bad}},
                   KeyValues{{{bad, bad}}},
                   TableBlock{{{bad}}, {{bad}}},
                   Figure{bad, bad, bad, chart},
                   Figure{bad, bad, bad, Histogram{bad, {0, 1}, {1}, {1}}},
                   Figure{bad, bad, bad, HeatMap{{bad}, {bad}, {{0}}}},
                   Figure{bad, bad, bad, BarChart{bad, {{bad, 1}}}},
                   SignatureBlock{{bad}}};
  const std::string page = html_document(report, {bad, bad, bad});
  EXPECT_EQ(markup_fault(page), "");
  EXPECT_FALSE(has(page, "<script"));
  EXPECT_EQ(page.find('\x01'), std::string::npos);
  EXPECT_EQ(page.find('\xFF'), std::string::npos);
  EXPECT_GE(occurrences(page, good), 20U);
}

TEST(Html, IsTheSameTextEachTime) {
  const std::vector<Block> blocks{Heading{"One"},
                                  Figure{"t", "", "", BarChart{"score", {{"a", 0.1}, {"b", 0.3}}}}};
  EXPECT_EQ(page_of(blocks), page_of(blocks));
}

TEST(HtmlStyle, KeepsThePageWellFormedAndAsksForNothing) {
  for (const std::string_view style : {chart_style(), page_style()}) {
    EXPECT_EQ(style.find_first_of("<&"), std::string_view::npos);
    EXPECT_EQ(style.find("url("), std::string_view::npos);
  }
}

TEST(HtmlStyle, NamesEveryColourInLightAndDark) {
  const std::string style(chart_style());
  for (const char* name :
       {"--surface:", "--ink:", "--series-1:", "--series-7:", "--heat-high:", "--heat-low:", "--frontier:"}) {
    EXPECT_EQ(occurrences(style, name), 2U) << name;
  }
}

TEST(Html, SmallFiguresStandSideBySideAndOthersFitThePhoneToo) {
  const LineChart chart{{"x"}, {"y"}, {{"s", {{0, 0}, {1, 1}}}}};
  Figure small{"small", "", "a", chart};
  small.small = true;
  const std::string page =
      page_of({small, small, Paragraph{"between"}, Figure{"wide", "", "a", chart}, small});
  EXPECT_EQ(occurrences(page, "<div class=\"multiples\">"), 2U);
  EXPECT_EQ(occurrences(page, "<div class=\"chart-box\">"), 3U);
  EXPECT_EQ(occurrences(page, "<div class=\"chart-box for-wide\">"), 1U);
  EXPECT_EQ(occurrences(page, "<div class=\"chart-box for-narrow\">"), 1U);
  EXPECT_LT(page.find("</div>\n<p>between</p>"), page.find("<div class=\"chart-box for-wide\">"));
  EXPECT_EQ(markup_fault(page), "");
}

TEST(Html, WhatIsSignedStaysWithItsHeading) {
  const std::string page = page_of(
      {Heading{"One"}, Paragraph{"first"}, Heading{"Decision"}, Paragraph{"read"}, SignatureBlock{{"Name"}}});
  EXPECT_TRUE(has(page, "<section class=\"keep\">\n<h2 id=\"section-2\">Decision</h2>")) << page;
  EXPECT_TRUE(has(page, "Name</p>\n</div>\n</section>")) << page;
  EXPECT_EQ(markup_fault(page), "");
}

TEST(Html, CellsNameTheirColumnsForNarrowScreens) {
  const TableBlock three{{{"method"}, {"rows", Align::right}, {"note"}}, {{"mdav", "1200000", "1200000"}}};
  const std::string page = page_of({three});
  EXPECT_TRUE(has(page, "<table class=\"listed\">"));
  EXPECT_TRUE(has(page, "<td class=\"number\" data-title=\"rows\">1\u202F200\u202F000</td>")) << page;
  EXPECT_TRUE(has(page, "<td data-title=\"note\">1200000</td>")) << "texts keep their digits";
  const TableBlock two{{{"method"}, {"rows", Align::right}}, {{"mdav", "3"}}};
  EXPECT_FALSE(has(page_of({two}), "data-title=\""));
}

}  // namespace
}  // namespace sfumato::report
