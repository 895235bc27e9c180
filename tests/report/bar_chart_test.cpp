// Bar charts: lengths by hand to both sides of zero, rows without a value, and the one that won.
#include "report/chart_svg.hpp"
#include "support/markup.hpp"

namespace sfumato::report {
namespace {

using testing::occurrences;

std::string svg_of(const BarChart& chart) { return chart_svg({"title", "", "alternative", chart}); }

// The axis runs from −0.4 to 0.6 between 79.56 (a letter, 14, and 58 for numbers at the left) and 762.
TEST(BarChart, DrawsBarsFromZeroToBothSides) {
  const std::string svg = svg_of({"score", {{"a", 0.5}, {"b", -0.25}}});
  EXPECT_NE(
      svg.find("<rect class=\"chosen\" x=\"352.5\" y=\"17.5\" width=\"341.2\" height=\"17\" rx=\"1.5\"/>"),
      std::string::npos)
      << svg;
  EXPECT_NE(
      svg.find("<rect class=\"chosen\" x=\"181.9\" y=\"45.5\" width=\"170.6\" height=\"17\" rx=\"1.5\"/>"),
      std::string::npos)
      << svg;
  EXPECT_NE(svg.find(">\u22120.25</text>"), std::string::npos);
  EXPECT_EQ(testing::markup_fault(svg), "");
}

TEST(BarChart, BringsOutTheOneThatWon) {
  const std::string svg = svg_of({"score", {{"a", 0.5, no_number, true}, {"b", 0.25}, {"c", 0.1}}});
  EXPECT_EQ(occurrences(svg, "class=\"chosen\""), 1U);
  EXPECT_EQ(occurrences(svg, "class=\"other\""), 2U);
}

TEST(BarChart, DrawsHalfWidthsAsWhiskers) {
  const std::string svg = svg_of({"score", {{"a", 0.5, 0.1}, {"b", 0.25, -1.0}, {"c", 0.25, INFINITY}}});
  EXPECT_EQ(occurrences(svg, "class=\"whisker\""), 3U);
  EXPECT_NE(svg.find("<title>a: 0.5 \u00B1 0.1</title>"), std::string::npos) << svg;
}

TEST(BarChart, KeepsTheRowOfWhatHasNoValue) {
  const std::string svg = svg_of({"score", {{"a", 1}, {"b <i>", no_number}}});
  EXPECT_NE(svg.find("b &lt;i&gt;: no value"), std::string::npos) << svg;
  EXPECT_EQ(occurrences(svg, "<rect "), 1U);
}

TEST(BarChart, CopesWithZerosAndExtremes) {
  EXPECT_EQ(testing::markup_fault(svg_of({"", {{"a", 0}, {"b", 0}}})), "");
  const std::string svg = svg_of({"", {{"a", 1e279, 1e280}, {"b", -1e280}, {"c", 1e-290}}});
  for (const double coordinate : testing::coordinates(svg))
    EXPECT_TRUE(coordinate >= -20.0 && coordinate < 900.0) << svg;
}

TEST(BarChart, SaysWhenThereIsNothingToDraw) {
  EXPECT_NE(svg_of({}).find("Nothing to draw"), std::string::npos);
  EXPECT_NE(svg_of({"x", {{"a", no_number}}}).find("Nothing to draw"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::report
