// Markdown: figures in words, lines to sign, and cells that cannot break their table.
#include "report/markdown.hpp"

namespace sfumato::report {
namespace {

TEST(Markdown, ShowsFiguresInWords) {
  Report report;
  report.blocks = {Figure{"Ranking", "By score.", "a leads with 0.5", BarChart{"score", {{"a", 0.5}}}}};
  EXPECT_EQ(markdown_document(report), "**Ranking**\n\n[a leads with 0.5]\n\nBy score.\n");
}

TEST(Markdown, RulesLinesToSign) {
  Report report;
  report.blocks = {SignatureBlock{{"Name"}}};
  EXPECT_EQ(markdown_document(report), "- Name: " + std::string(40, '_') + "\n");
}

TEST(Markdown, KeepsCellsInTheirTable) { EXPECT_EQ(markdown_cell("a|b\nc"), "a\\|b c"); }

}  // namespace
}  // namespace sfumato::report
