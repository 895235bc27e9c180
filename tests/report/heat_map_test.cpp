// Heat maps: strength and side by value, numbers in cells while there is room, empty cells.
#include "report/chart_svg.hpp"
#include "support/markup.hpp"

namespace sfumato::report {
namespace {

using testing::occurrences;

std::string svg_of(const HeatMap& chart) { return chart_svg({"title", "", "alternative", chart}); }

HeatMap square(std::size_t size) {
  HeatMap chart;
  for (std::size_t i = 0; i < size; ++i) chart.rows.push_back("c" + std::to_string(i));
  chart.columns = chart.rows;
  chart.values.assign(size, std::vector<double>(size, 0.25));
  return chart;
}

// One letter takes 7.56 pixels, and 12 more are between names and cells.
TEST(HeatMap, ShowsValuesByStrengthAndSide) {
  const std::string svg = svg_of({{"r"}, {"a", "b", "c"}, {{0.5, -1.5, no_number}}});
  EXPECT_NE(
      svg.find("<rect class=\"high\" x=\"19.6\" y=\"24\" width=\"56\" height=\"34\" fill-opacity=\"0.5\"/>"),
      std::string::npos)
      << svg;
  EXPECT_NE(
      svg.find("<rect class=\"low\" x=\"75.6\" y=\"24\" width=\"56\" height=\"34\" fill-opacity=\"1\"/>"),
      std::string::npos);
  EXPECT_EQ(occurrences(svg, "class=\"none\""), 1U);
  EXPECT_NE(svg.find(">0.5</text>"), std::string::npos);
  EXPECT_NE(svg.find(">\u22121.5</text>"), std::string::npos);
  EXPECT_NE(svg.find("<title>r, c: none</title>"), std::string::npos);
}

TEST(HeatMap, HasNumbersInItsCellsUpToFifteenColumns) {
  EXPECT_EQ(occurrences(svg_of(square(15)), "class=\"small\""), 225U);
  EXPECT_EQ(occurrences(svg_of(square(16)), "class=\"small\""), 0U);
}

TEST(HeatMap, DropsTheZeroWhereThereIsLittleRoom) {
  HeatMap chart = square(15);
  for (std::string& name : chart.columns) name += " of a household";
  chart.rows = chart.columns;
  chart.values[0][0] = -0.254;
  const std::string svg = svg_of(chart);
  EXPECT_NE(svg.find(">\u2212.25</text>"), std::string::npos) << svg;
  EXPECT_NE(svg.find("rotate(-45)"), std::string::npos);
}

TEST(HeatMap, NamesManyColumnsUpright) {
  HeatMap chart = square(40);
  for (std::string& name : chart.columns) name += " of a household";
  const std::string svg = svg_of(chart);
  EXPECT_EQ(occurrences(svg, "rotate(-90)"), 40U);
  EXPECT_EQ(testing::markup_fault(svg), "");
}

TEST(HeatMap, ExplainsItsColours) {
  const std::string svg = svg_of(square(2));
  for (const char* end : {">\u22121</text>", ">0</text>", ">1</text>"})
    EXPECT_NE(svg.find(end), std::string::npos);
}

TEST(HeatMap, TakesMissingRowsAndInfinitiesForNone) {
  const std::string svg = svg_of({{"r", "s"}, {"a", "b"}, {{INFINITY}}});
  EXPECT_EQ(occurrences(svg, "class=\"none\""), 4U) << svg;
  EXPECT_EQ(testing::markup_fault(svg), "");
}

TEST(HeatMap, SaysWhenThereIsNothingToDraw) {
  EXPECT_NE(svg_of({}).find("Nothing to draw"), std::string::npos);
  EXPECT_NE(svg_of({{"r"}, {}, {{}}}).find("Nothing to draw"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::report
