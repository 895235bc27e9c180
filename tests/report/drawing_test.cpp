// Drawings: marks that differ in more than colour, and markup of pages and files from the same shapes.
#include "report/drawing.hpp"

#include <gtest/gtest.h>

#include <set>

#include "report/chart_look.hpp"
#include "report/drawing_svg.hpp"

namespace sfumato::report {
namespace {

TEST(Drawing, GroupsSayWhatPointingAtThemMeans) {
  EXPECT_EQ(page_markup(group("point", circle("", 1, 2, 3), "x < 1")),
            "<g class=\"point\"><title>x &lt; 1</title>\n<circle cx=\"1\" cy=\"2\" r=\"3\"/>\n</g>\n");
}

TEST(Marks, DifferInShapeDashAndColour) {
  std::set<std::string> seen, looks;
  for (std::size_t i = 0; i < 56; ++i) {
    const std::string mark = page_markup(marker(i, 10, 10, 4));
    seen.insert(colour_class(i) + dash_class(i) + mark);
    if (i < 7) looks.insert(mark);
  }
  EXPECT_EQ(seen.size(), 56U);
  EXPECT_EQ(looks.size(), 7U);  // without colour too
}

TEST(Marks, LieAroundTheirPoint) {
  EXPECT_EQ(page_markup(marker(0, 10, 20, 4)), "<circle cx=\"10\" cy=\"20\" r=\"4\"/>\n");
  EXPECT_EQ(page_markup(marker(1, 10, 20, 4)),
            "<polygon points=\"6.4,16.4 13.6,16.4 13.6,23.6 6.4,23.6\"/>\n");
  EXPECT_EQ(page_markup(marker(5, 10, 20, 10)), "<path class=\"arms\" d=\"M-1 20H21M10 9V31\"/>\n");
  EXPECT_EQ(page_markup(marker(6, 10, 20, 10)), "<path class=\"arms\" d=\"M2 12L18 28M2 28L18 12\"/>\n");
}

TEST(FileMarkup, HasTheLightColoursOfTheStyleSheet) {
  EXPECT_EQ(light_colour("ink"), "#1c232b");
  EXPECT_EQ(light_colour("series-2"), "#d55e00");
  EXPECT_EQ(file_markup(group("series s2 d1 winner", rule(0, 1, 2, 3, "line"))),
            "<line x1=\"0\" y1=\"1\" x2=\"2\" y2=\"3\" fill=\"none\" stroke=\"#d55e00\" stroke-width=\"3.6\" "
            "stroke-dasharray=\"8 3\" stroke-linejoin=\"round\"/>\n");
  EXPECT_EQ(file_markup(group("series s1", marker(0, 1, 2, 3))),
            "<circle cx=\"1\" cy=\"2\" r=\"3\" fill=\"#0072b2\"/>\n");
}

// Not every renderer can paint a stroke under its fill, so there are two texts.
TEST(FileMarkup, DrawsAHaloUnderItsText) {
  EXPECT_EQ(
      file_markup(label(1, 2, "a > b", "direct strong")),
      "<text x=\"1\" y=\"2\" font-weight=\"bold\" fill=\"#ffffff\" stroke=\"#ffffff\" stroke-width=\"3\" "
      "stroke-linejoin=\"round\">a &gt; b</text>\n"
      "<text x=\"1\" y=\"2\" font-weight=\"bold\" fill=\"#1c232b\">a &gt; b</text>\n");
}

TEST(FileMarkup, LeavesOutWhereOnlyPointingCounts) {
  EXPECT_EQ(file_markup(circle("hit", 1, 2, 3)), "");
  EXPECT_EQ(file_markup(group("", circle("", 1, 2, 3))),
            "<circle cx=\"1\" cy=\"2\" r=\"3\" fill=\"#1c232b\"/>\n");
}

TEST(FileMarkup, KeepsTheStrengthOfACell) {
  EXPECT_EQ(file_markup(rectangle("high", {.left = 1, .top = 2, .width = 3, .height = 4, .opacity = 0.5})),
            "<rect x=\"1\" y=\"2\" width=\"3\" height=\"4\" fill=\"#b8480a\" fill-opacity=\"0.5\"/>\n");
}

}  // namespace
}  // namespace sfumato::report
