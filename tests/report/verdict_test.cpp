// The verdict follows from the worst grade, and warnings stand under their grades, worst first.
#include "report/verdict.hpp"

#include <gtest/gtest.h>

#include "report/html.hpp"
#include "report/html_style.hpp"

namespace sfumato::report {
namespace {

Warnings graded() {
  Warnings all;
  all.add("a note", WarningGrade::note);
  all.add("a decision", WarningGrade::mind);
  all.add("a stop", WarningGrade::stop);
  return all;
}

TEST(Verdict, FollowsFromTheWorstGrade) {
  Warnings warnings = graded();
  EXPECT_EQ(verdict_text(warnings), "Do not release this as it is: 1 warning has the grade stop.");
  warnings.pop_back();
  EXPECT_EQ(verdict_text(warnings), "Decide before you release this: 1 warning needs a decision.");
  warnings.pop_back();
  EXPECT_TRUE(verdict_text(warnings).starts_with("No warning speaks against the release."));
  EXPECT_EQ(verdict_text({}), verdict_text(warnings));
}

TEST(Verdict, WarningsStandUnderTheirGradesWorstFirst) {
  const std::vector<Block> blocks = warning_blocks(graded());
  ASSERT_EQ(blocks.size(), 6U);
  EXPECT_TRUE(std::get<Heading>(blocks[0]).text.starts_with("Stop"));
  EXPECT_EQ(std::get<ListBlock>(blocks[1]).items, std::vector<std::string>{"a stop"});
  EXPECT_TRUE(std::get<Heading>(blocks[2]).text.starts_with("Mind"));
  EXPECT_TRUE(std::get<Heading>(blocks[4]).text.starts_with("Note"));
  EXPECT_EQ(warning_blocks({}).size(), 1U);
}

TEST(Verdict, AcceptedWarningsStandWithNameAndReason) {
  const Warnings warnings = graded();
  const std::vector<release::AcceptedWarning> accepted{
      {Warning("a stop", WarningGrade::stop), "A. Head", "agreed <b>with</b> all"}};
  EXPECT_TRUE(
      acceptance_text(warnings, accepted).starts_with("1 of 1 warning of the grade stop was accepted"));
  const Report page{.blocks = acceptance_blocks(accepted)};
  const std::string html = html_document(page, {.title = "Page"});
  EXPECT_NE(html.find("A. Head"), std::string::npos);
  EXPECT_NE(html.find("agreed &lt;b&gt;with&lt;/b&gt; all"), std::string::npos);
  EXPECT_TRUE(acceptance_blocks({}).empty());
}

TEST(Verdict, LinesToSignStayTogetherInPrint) {
  Report page{.blocks = decision_blocks()};
  const std::string html = html_document(page, {.title = "Page"});
  EXPECT_NE(html.find("<section class=\"keep\">"), std::string::npos);
  // A heading is not the last line of a sheet, nor with one sentence below it.
  EXPECT_NE(page_style().find(".figure-title, h2 + p, h3 + p { break-after: avoid; }"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::report
