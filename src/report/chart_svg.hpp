// A figure's chart as an SVG element for a page: its title and text alternative inside it, values to
// read by pointing at them, and colours by the style sheet (html_style.hpp) alone.
#pragma once

#include <string>

#include "report/report.hpp"

namespace sfumato::report {

// The same text for the same figure, always: coordinates are rounded to a tenth of a pixel.
std::string chart_svg(const Figure& figure);

// What is inside the element, and its size in pixels. No height: there is nothing to draw.
struct Drawing {
  double width = 0.0;
  double height = 0.0;
  std::string content = {};
};

// One file per chart. A drawing without height has nothing to show.
Drawing drawn(const LineChart& chart);
Drawing drawn(const Histogram& chart);
Drawing drawn(const HeatMap& chart);
Drawing drawn(const BarChart& chart);

}  // namespace sfumato::report
