// Line charts: points where they belong, what makes a gap, labels that cannot be mistaken, and markup
// that holds whatever the numbers and names.
#include <random>

#include "report/chart_svg.hpp"
#include "support/markup.hpp"

namespace sfumato::report {
namespace {

using testing::occurrences;

std::string svg_of(const LineChart& chart) { return chart_svg({"title", "caption", "alternative", chart}); }

// The plot runs from 44 to 794 across and from 30 (top) to 430 when the labels are short.
LineChart unit_chart() { return {{"risk"}, {"utility"}, {{"a", {{0, 0}, {0.5, 0.5}, {1, 1}}}}}; }

TEST(LineChart, PutsPointsWhereTheyBelong) {
  const std::string svg = svg_of(unit_chart());
  EXPECT_NE(svg.find("<polyline class=\"line\" points=\"44,430 419,230 794,30\"/>"), std::string::npos)
      << svg;
  EXPECT_NE(svg.find("<circle cx=\"419\" cy=\"230\" r=\"3.6\"/>"), std::string::npos);
}

TEST(LineChart, PlacesLogarithmicValues) {
  LineChart chart = unit_chart();
  chart.x.logarithmic = true;
  chart.series[0].points = {
      {1, 0}, {10, 0.5}, {100, 1}, {0, 0.5}, {-5, 0.5}};  // the last two cannot be shown
  const std::string svg = svg_of(chart);
  EXPECT_NE(svg.find("points=\"44,430 419,230 794,30\""), std::string::npos) << svg;
  EXPECT_EQ(occurrences(svg, "class=\"hit\""), 3U);
}

TEST(LineChart, DrawsHalfWidthsAsWhiskers) {
  LineChart chart = unit_chart();
  chart.series[0].points[1].y_half_width = 0.1;
  chart.series[0].points[1].x_half_width = 0.2;
  const std::string svg = svg_of(chart);
  EXPECT_NE(svg.find("<line class=\"whisker\" x1=\"419\" y1=\"270\" x2=\"419\" y2=\"190\"/>"),
            std::string::npos)
      << svg;
  EXPECT_NE(svg.find("<line class=\"whisker\" x1=\"269\" y1=\"230\" x2=\"569\" y2=\"230\"/>"),
            std::string::npos)
      << svg;
  EXPECT_EQ(occurrences(svg, "\"whisker\""), 6U);
}

TEST(LineChart, BreaksTheLineWhereAValueIsMissing) {
  LineChart chart = unit_chart();
  chart.series[0].points = {{0, 0}, {0.25, 0.25}, {0.5, no_number}, {INFINITY, 0.6}, {0.75, 0.75}, {1, 1}};
  const std::string svg = svg_of(chart);
  EXPECT_EQ(occurrences(svg, "<polyline"), 2U);
  EXPECT_EQ(occurrences(svg, "class=\"point\""), 4U);
}

TEST(LineChart, DrawsPointsAloneWhenToldSo) {
  LineChart chart = unit_chart();
  chart.series[0].connected = false;
  const std::string svg = svg_of(chart);
  EXPECT_EQ(occurrences(svg, "<polyline"), 0U);
  EXPECT_EQ(occurrences(svg, "class=\"point\""), 3U);
}

TEST(LineChart, DrawsBackdropFirstAndWinnerLast) {
  LineChart chart = unit_chart();
  chart.series[0].emphasis = Emphasis::winner;
  chart.series.push_back({"b", {{0, 0}, {1, 0.5}}});
  chart.series.push_back({"frontier", {{0, 0}, {1, 1}}, true, Emphasis::backdrop});
  const std::string svg = svg_of(chart);
  const std::size_t backdrop = svg.find("series backdrop"), plain = svg.find("\"series s2\""),
                    winner = svg.find("\"series s1 winner\"");
  ASSERT_NE(winner, std::string::npos) << svg;
  EXPECT_LT(backdrop, plain);
  EXPECT_LT(plain, winner);
}

TEST(LineChart, DrawsReferenceLinesAndBands) {
  LineChart chart = unit_chart();
  chart.lines = {
      {Direction::vertical, 0.5, "target"}, {Direction::horizontal, 0.25}, {Direction::horizontal}};
  chart.bands = {{Direction::horizontal, 0.4, 0.6, "tolerance"}, {Direction::vertical, 0.5}};
  const std::string svg = svg_of(chart);
  EXPECT_NE(svg.find("<line class=\"reference\" x1=\"419\" y1=\"30\" x2=\"419\" y2=\"430\"/>"),
            std::string::npos)
      << svg;
  EXPECT_NE(svg.find("<line class=\"reference\" x1=\"44\" y1=\"330\" x2=\"794\" y2=\"330\"/>"),
            std::string::npos);
  EXPECT_EQ(occurrences(svg, "class=\"reference\""), 2U);
  EXPECT_NE(svg.find("class=\"band\" x=\"44\" y=\"190\" width=\"750\" height=\"80\""), std::string::npos);
  EXPECT_NE(svg.find("class=\"band\" x=\"419\" y=\"30\" width=\"375\" height=\"400\""),
            std::string::npos);  // to the edge
  EXPECT_NE(svg.find(">target<"), std::string::npos);
  EXPECT_NE(svg.find(">tolerance<"), std::string::npos);
}

TEST(LineChart, WidensItsAxesToWhatIsComparedWith) {
  LineChart chart = unit_chart();
  chart.lines = {{Direction::horizontal, 2.0, "target"}};
  EXPECT_NE(svg_of(chart).find("points=\"44,430 419,330 794,230\""), std::string::npos) << svg_of(chart);
}

TEST(LineChart, SaysWhatAPointIs) {
  LineChart chart = unit_chart();
  chart.series[0].points[0] = {.x = 0, .y = 0, .y_half_width = 0.01, .hover = ""};
  chart.series[0].points[1].hover = "window 5 <b>";
  const std::string svg = svg_of(chart);
  EXPECT_NE(svg.find("<title>a\nrisk: 0\nutility: 0 \u00B1 0.01</title>"), std::string::npos) << svg;
  EXPECT_NE(svg.find("<title>window 5 &lt;b&gt;</title>"), std::string::npos);
}

TEST(LineChart, HasTitleAndTextAlternativeFirst) {
  const std::string svg = chart_svg({"a < b", "", "rises & falls", unit_chart()});
  EXPECT_NE(svg.find("role=\"img\""), std::string::npos);
  EXPECT_NE(svg.find("<title>a &lt; b</title>\n<desc>rises &amp; falls</desc>"), std::string::npos);
}

TEST(LineChart, NamesEverySeriesInItsLegend) {
  LineChart chart{{"x"}, {"y"}, {}};
  for (int i = 0; i < 25; ++i) {
    chart.series.push_back({"method-" + std::to_string(i) + ".", {{0, 0.1 * i}, {1, 0.1 * i + 0.3}}});
  }
  const std::string svg = svg_of(chart);
  for (int i = 0; i < 25; ++i) {
    EXPECT_GE(occurrences(svg, ">method-" + std::to_string(i) + ".</text>"), 1U) << i;
  }
  EXPECT_EQ(testing::markup_fault(svg), "");
}

TEST(LineChart, CutsLongNamesAndKeepsThemToBeRead) {
  LineChart chart = unit_chart();
  chart.series[0].name = std::string(100, 'n');
  const std::string svg = svg_of(chart);
  EXPECT_NE(svg.find("<title>" + std::string(100, 'n') + "</title>"), std::string::npos);
  EXPECT_NE(svg.find(">" + std::string(43, 'n') + "\u2026</text>"), std::string::npos) << svg;
}

TEST(LineChart, HasFewMarkersOnACrowdedCurveButSaysEveryValue) {
  LineChart chart{{"x"}, {"y"}, {{"a", {}}}};
  for (int i = 0; i < 400; ++i) chart.series[0].points.push_back({i / 400.0, i / 400.0});
  const std::string svg = svg_of(chart);
  EXPECT_EQ(occurrences(svg, "class=\"hit\""), 400U);
  EXPECT_LE(occurrences(svg, "r=\"3.6\""), 42U);
}

TEST(LineChart, SaysWhenThereIsNothingToDraw) {
  const double none = no_number;
  for (const LineChart& chart : {LineChart{}, LineChart{{"x"}, {"y"}, {{"a", {}}}},
                                 LineChart{{"x"}, {"y"}, {{"a", {{none, 1}, {1, none}, {INFINITY, 0}}}}},
                                 LineChart{{"x", true}, {"y"}, {{"a", {{0, 1}, {-1, 2}}}}}}) {
    const std::string svg = svg_of(chart);
    EXPECT_NE(svg.find("Nothing to draw"), std::string::npos);
    EXPECT_EQ(testing::markup_fault(svg), "");
  }
}

TEST(LineChart, IsTheSameTextEachTime) { EXPECT_EQ(svg_of(unit_chart()), svg_of(unit_chart())); }

// Numbers of every size and kind, names of every byte: the picture stays well-formed and within its box.
LineChart random_chart(std::mt19937_64& random) {
  const auto number = [&] {
    switch (random() % 8) {
      case 0:
        return no_number;
      case 1:
        return static_cast<double>(INFINITY);
      case 2:
        return -std::pow(10.0, static_cast<double>(random() % 600) - 300.0);
      case 3:
        return std::pow(10.0, static_cast<double>(random() % 600) - 300.0);
      default:
        return static_cast<double>(random() % 1000) / 100.0 - 5.0;
    }
  };
  const auto name = [&] {
    std::string text;
    for (std::size_t i = 0; i < random() % 30; ++i) text += static_cast<char>(random() % 256);
    return text;
  };
  LineChart chart{{name(), random() % 2 == 0}, {name(), random() % 2 == 0}, {}};
  for (std::size_t i = 0; i < random() % 6; ++i) {
    ChartSeries series{name(), {}, random() % 2 == 0, static_cast<Emphasis>(random() % 3)};
    for (std::size_t j = 0; j < random() % 9; ++j) {
      series.points.push_back({number(), number(), number(), number(), name()});
    }
    chart.series.push_back(series);
    chart.lines.push_back({static_cast<Direction>(random() % 2), number(), name()});
    chart.bands.push_back({static_cast<Direction>(random() % 2), number(), number(), name()});
  }
  return chart;
}

TEST(LineChart, HoldsWhateverItIsGiven) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 500; ++round) {
    const std::string svg = svg_of(random_chart(random));
    ASSERT_EQ(testing::markup_fault(svg), "");
    for (const double coordinate : testing::coordinates(svg)) {
      ASSERT_GE(coordinate, -20.0) << svg;
      ASSERT_LE(coordinate, 2000.0) << svg;
    }
  }
}

TEST(LineChart, DrawsMarkersApartThatWouldHideEachOther) {
  LineChart chart = unit_chart();
  chart.series.push_back({"b", {{0, 0}, {1, 0.5}}});
  const std::string svg = svg_of(chart);
  EXPECT_NE(svg.find("<circle cx=\"39.5\" cy=\"430\" r=\"3.6\"/>"), std::string::npos) << svg;
  EXPECT_NE(svg.find("cx=\"48.5\" cy=\"430\" r=\"9\""), std::string::npos) << "where pointing counts";
  EXPECT_NE(svg.find("points=\"44,430 419,230 794,30\""), std::string::npos) << "lines stay";
  EXPECT_NE(svg.find("<circle cx=\"794\" cy=\"30\" r=\"3.6\"/>"), std::string::npos) << "the others stay";
  chart.series[1].emphasis = Emphasis::backdrop;  // lies under all others
  EXPECT_NE(svg_of(chart).find("<circle cx=\"44\" cy=\"430\" r=\"3.6\"/>"), std::string::npos);
}

TEST(LineChart, HasASmallSize) {
  const Figure figure{"title", "", "alternative", unit_chart()};
  EXPECT_NE(chart_svg(figure, ChartSize::small).find("viewBox=\"0 0 352 "), std::string::npos);
  EXPECT_NE(chart_svg(figure).find("viewBox=\"0 0 820 "), std::string::npos);
}

}  // namespace
}  // namespace sfumato::report
