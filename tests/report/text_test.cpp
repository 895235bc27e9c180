// Text for people: widths in cells, alignment, wrapping, and nothing that steers a terminal.
#include "report/text.hpp"

#include "report/text_width.hpp"

namespace sfumato::report {
namespace {

TEST(DisplayWidth, CountsCellsNotBytes) {
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("größe"), 5U);
  EXPECT_EQ(display_width("日本"), 4U);
  EXPECT_EQ(display_width("e\xCC\x81"), 1U);  // e with a combining accent
  EXPECT_EQ(display_width("\xFF"), 1U);
}

TEST(Wrapped, BreaksAtSpacesOnly) {
  EXPECT_EQ(wrapped("one two three", 7), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrapped("incomprehensible it is", 5), (std::vector<std::string>{"incomprehensible", "it is"}));
  EXPECT_EQ(wrapped("", 5), std::vector<std::string>{""});
}

TEST(Text, AlignsColumnsByWidth) {
  Report report;
  report.blocks.push_back(TableBlock{{{"name"}, {"n", Align::right}}, {{"größe", "5"}, {"x", "123"}}});
  EXPECT_EQ(text_document(report, {}),
            "name     n\n"
            "größe    5\n"
            "x      123\n");
}

TEST(Text, WrapsTheWidestTextColumn) {
  Report report;
  report.blocks.push_back(TableBlock{{{"id"}, {"meaning"}}, {{"a", "a long explanation that does not fit"}}});
  EXPECT_EQ(text_document(report, {.width = 24}),
            "id  meaning\n"
            "a   a long explanation\n"
            "    that does not fit\n");
}

TEST(Text, PutsABlankLineBetweenBlocksButNotAfterAHeading) {
  Report report;
  report.blocks = {Heading{"Title", 1}, Paragraph{"First."}, KeyValues{{{"key", "value"}}}};
  EXPECT_EQ(text_document(report, {}), "Title\nFirst.\n\nkey  value\n");
}

TEST(Text, BreaksCommandsAsAShellTakesThem) {
  Report report;
  report.blocks = {Verbatim{
      {"$ sfumato mask mdav 'a file with spaces.csv' -o out.csv", "output is never broken here"}, "console"}};
  EXPECT_EQ(text_document(report, {.width = 24}),
            "  $ sfumato mask mdav \\\n"
            "      'a file with spaces.csv' \\\n"
            "      -o out.csv\n"
            "  output is never broken here\n");
}

TEST(Text, PutsMeaningsBelowTheirTerms) {
  Report report;
  report.blocks = {
      Definitions{{"term", "facts", "meaning"},
                  {{"k", "2 to 9; default 3", "What it means, which is long."}, {"plain", "", "None."}}}};
  EXPECT_EQ(text_document(report, {.width = 24}),
            "k  2 to 9; default 3\n"
            "    What it means, which\n"
            "    is long.\n"
            "plain\n"
            "    None.\n");
}

TEST(Text, KeepsProseNarrowOnWideTerminals) {
  Report report;
  report.blocks = {Paragraph{std::string(50, 'a') + " " + std::string(50, 'b')}};
  EXPECT_EQ(text_document(report, {.width = 160}), std::string(50, 'a') + "\n" + std::string(50, 'b') + "\n");
}

TEST(Text, ColoursOnlyWhenTold) {
  Report report;
  report.blocks = {Heading{"Title", 1}};
  EXPECT_EQ(text_document(report, {.colour = false}), "Title\n");
  EXPECT_EQ(text_document(report, {.colour = true}), "\033[1mTitle\033[0m\n");
}

TEST(Text, LetsNoControlCharacterThrough) {
  Report report;
  report.blocks = {Paragraph{"a\033[31mb"}, TableBlock{{{"x\x07"}}, {{"y\nz"}}}};
  EXPECT_EQ(text_document(report, {}), "a?[31mb\n\nx?\ny?z\n");
}

TEST(Shortened, CutsByCellsAndShowsIt) {
  EXPECT_EQ(shortened("household", 9), "household");
  EXPECT_EQ(shortened("household", 6), "house\u2026");
  EXPECT_EQ(shortened("\u65E5\u672C\u8A9E", 4), "\u65E5\u2026");  // wide letters are never halved
  EXPECT_EQ(shortened("\xFF\xFF\xFF", 2), "\xFF\u2026");
}

TEST(Text, ShowsFiguresInWords) {
  Report report;
  report.blocks = {Figure{"Ranking\x07", "By score.", "a leads", BarChart{"score", {{"a", 0.5}}}}};
  EXPECT_EQ(text_document(report, {}), "Ranking?\n[a leads]\nBy score.\n");
}

TEST(Text, RulesLinesToSign) {
  Report report;
  report.blocks = {SignatureBlock{{"Name", "Date and signature"}}};
  const std::string rule(40, '_');
  EXPECT_EQ(text_document(report, {}), "Name: " + rule + "\nDate and signature: " + rule + "\n");
}

}  // namespace
}  // namespace sfumato::report
