// Scatter plots: where points land, what is escaped, and that every panel is there.
#include "report/scatter.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sfumato::report {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Scatter, PutsPointsWhereTheyBelong) {
  // Axes run from −0.2 to 1.2: (0, 0) lies at a seventh of the 200 pixels, from the left and from below;
  // the title takes 34 above.
  const std::string svg = scatter_svg("t", {{"p", "q", {{0, 0}, {1, 1}}, {{0, 0}, {9, -9}}}});
  EXPECT_NE(svg.find("<circle cx=\"44.6\" cy=\"255.4\" r=\"2.4\"/>"), std::string::npos) << svg;
  EXPECT_NE(svg.find("<circle cx=\"187.4\" cy=\"112.6\" r=\"2.4\"/>"), std::string::npos) << svg;
  EXPECT_NE(svg.find("<circle cx=\"216\" cy=\"284\" r=\"1.9\"/>"), std::string::npos) << svg;  // at the edge
}

TEST(Scatter, DrawsEveryPanelAndNoMissingPoint) {
  const std::vector<Point> points = {{1, 2}, {std::nan(""), 3}, {4, 5}};
  const std::string svg = scatter_svg("t", std::vector<ScatterPanel>(5, {"p", "", points, points}));
  EXPECT_EQ(count(svg, "<circle "), 20U);
  EXPECT_EQ(count(svg, "stroke=\"#cbd2d9\""), 5U);
  EXPECT_NE(svg.find("height=\"550\""), std::string::npos);  // two rows
}

TEST(Scatter, EscapesTitles) {
  const std::string svg = scatter_svg("a<b", {{"c&d", "\"e\"", {{1, 1}}, {}}});
  EXPECT_NE(svg.find("<title>a&lt;b</title>"), std::string::npos);
  EXPECT_NE(svg.find(">a&lt;b</text>"), std::string::npos) << "drawn, too";
  EXPECT_NE(svg.find(">c&amp;d<"), std::string::npos);
  EXPECT_NE(svg.find(">&quot;e&quot;<"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::report
