// The Markdown of reference pages: each kind of block, and everything that is refused.
#include "report/page_markdown.hpp"

#include "core/error.hpp"
#include "report/html.hpp"
#include "report/markdown.hpp"
#include "report/text.hpp"

namespace sfumato::report {
namespace {

std::string refusal_of(const std::string& text) {
  try {
    read_page(text, "page");
  } catch (const Error& error) {
    EXPECT_FALSE(error.hint.empty());
    return error.message;
  }
  return "";
}

TEST(PageMarkdown, ReadsEveryKindOfBlock) {
  const std::vector<Block> blocks = read_page(
      "One line\nand another with `code`.\n## A section\n- first\n  goes on\n- second\n\n1. step\n2. step "
      "two\n\n"
      "### Below\n| a | b |\n| --- | ---: |\n| x \\| y | 1 |\n```console\n$ true\n\n## not a heading\n```\n",
      "page");
  ASSERT_EQ(blocks.size(), 7U);
  EXPECT_EQ(std::get<Paragraph>(blocks[0]).text, "One line and another with `code`.");
  EXPECT_EQ(std::get<Heading>(blocks[1]).text, "A section");
  EXPECT_EQ(std::get<ListBlock>(blocks[2]).items, (std::vector<std::string>{"first goes on", "second"}));
  EXPECT_TRUE(std::get<ListBlock>(blocks[3]).numbered);
  EXPECT_EQ(std::get<Heading>(blocks[4]).level, 3);
  const auto& table = std::get<TableBlock>(blocks[5]);
  EXPECT_EQ(table.rows, (std::vector<std::vector<std::string>>{{"x | y", "1"}}));
  EXPECT_EQ(table.columns[1].align, Align::right);
  EXPECT_EQ(std::get<Verbatim>(blocks[6]).lines,
            (std::vector<std::string>{"$ true", "", "## not a heading"}));
  EXPECT_EQ(std::get<Verbatim>(blocks[6]).language, "console");
}

TEST(PageMarkdown, IsWrittenAsItWasRead) {
  const std::string page =
      "A paragraph with `code`.\n\n## A section\n\n- one\n- two\n\n1. step\n\n| a | b |\n| --- | ---: |\n"
      "| x | 1 |\n\n```text\ny = x\n```\n";
  Report report;
  report.blocks = read_page(page, "page");
  EXPECT_EQ(markdown_document(report), page);
}

TEST(PageMarkdown, RefusesWhatIsNotShownEverywhere) {
  const std::vector<std::pair<std::string, std::string>> refused = {
      {"text <b>bold</b>", "page:1: HTML"},
      {"<!-- a comment -->", "page:1: HTML"},
      {"**bold**", "page:1: bold"},
      {"good\n\nsee [there](x.md)", "page:3: links"},
      {"![picture](x.svg)", "page:1: links"},
      {"# A title", "page:1: a heading"},
      {"#### Deep", "page:1: a heading"},
      {"    indented", "page:1: a paragraph"},
      {"> quoted", "page:1: a paragraph"},
      {"- a\n  - b", "page:2: a list has no list"},
      {"- a\nb", "page:2: further lines"},
      {"- a\n1. b", "page:2: a list is numbered or not"},
      {"| a | b |\n| --- |", "page:2: below the titles"},
      {"| a |\n| === |", "page:2: below the titles"},
      {"| a |\n| --- |\n| 1 | 2 |", "page:3: a row"},
      {"```python\n```", "page:1: a block is"},
      {"```text\nno end", "page:3: a block has no end"},
      {"an `open quote", "page:1: a backquote"},
      {"say --fill to fill", "page:1: a parameter is written `name`"}};
  for (const auto& [text, message] : refused) {
    EXPECT_TRUE(refusal_of(text).starts_with(message)) << text << " → " << refusal_of(text);
  }
  EXPECT_EQ(refusal_of("`<b>`, `--k`, a < b, f₁ <C>, 3 – 4"), "page:1: HTML is not shown everywhere");
  EXPECT_EQ(refusal_of("`<b>`, `--k`, a < b, |x|, 3 – 4, * and _"), "");
}

TEST(PageMarkdown, ListsAreShownInTextAndHtml) {
  Report report;
  report.blocks = {ListBlock{{"a point of `code` that is too long for one line", "b"}},
                   ListBlock{{"c"}, true}};
  EXPECT_EQ(text_document(report, {.width = 30}),
            "- a point of `code` that is\n  too long for one line\n- b\n\n1. c\n");
  const std::string page = html_document(report, {});
  EXPECT_NE(page.find("<ul>\n<li>a point of <code>code</code>"), std::string::npos) << page;
  EXPECT_NE(page.find("<ol>\n<li>c</li>"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::report
