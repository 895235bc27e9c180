// A figure's chart as an SVG element for a page: its title and text alternative inside it, values to
// read by pointing at them, and colours by the style sheet (html_style.hpp) alone.
#pragma once

#include <string>

#include "report/drawing.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// Wide charts fill a page; small ones fit a phone, or stand side by side.
enum class ChartSize { wide, small };

// The same text for the same figure, always: coordinates are rounded to a tenth of a pixel.
std::string chart_svg(const Figure& figure, ChartSize size = ChartSize::wide);

// What is inside the element, and its size in pixels. No height: there is nothing to draw.
struct Drawing {
  double width = 0.0;
  double height = 0.0;
  Shapes content = {};
};

// The chart of a figure; where it has no values, a frame that says so.
Drawing chart_drawing(const Figure& figure, ChartSize size);

// One file per chart. A drawing without height has nothing to show.
Drawing drawn(const LineChart& chart, ChartSize size);
Drawing drawn(const Histogram& chart, ChartSize size);
Drawing drawn(const HeatMap& chart, ChartSize size);
Drawing drawn(const BarChart& chart, ChartSize size);

inline constexpr double wide_chart = 820.0, small_chart = 352.0;  // pixels

}  // namespace sfumato::report
