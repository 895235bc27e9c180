// Heat maps on a diverging scale: orange above zero, blue below, each the stronger the farther from
// zero. Strength is opacity over the page, so that zero is the page's own colour in light and dark.
#include <algorithm>
#include <cmath>

#include "report/axis.hpp"
#include "report/chart_svg.hpp"
#include "report/svg.hpp"
#include "report/text_width.hpp"

namespace sfumato::report {
namespace {

constexpr double largest_cell = 56.0, smallest_cell = 16.0, tallest_cell = 34.0;
constexpr std::size_t columns_with_numbers = 15;
constexpr std::size_t longest_row_name = 24;
// From these strengths on a number is easier to read in the opposite colour: in dark mode, and in both.
constexpr double half_turned = 0.6, turned = 0.8;
constexpr double roomy_cell = 44.0;     // for "−0.35"; narrower ones show "−.35"
constexpr double numbered_cell = 31.0;  // narrower ones have no numbers
constexpr double upright_cell = 20.0;   // narrower columns have upright names
constexpr double key_height = 46.0;

enum class NameAngle { level, slanted, upright };

struct Layout {
  double left, top;
  double cell_width, cell_height;
  NameAngle angle;
  double room_right;  // that the last column's slanted name takes beyond its cell
};

double name_room(const std::vector<std::string>& names) {
  double widest = 0.0;
  for (const std::string& name : names)
    widest = std::max(widest, text_width(shortened(name, longest_row_name)));
  return widest;
}

// Names of columns are slanted by 45 degrees when they do not fit over their cells, and upright over
// cells so narrow that slanted ones would touch.
Layout layout_of(const HeatMap& chart, double full_width) {
  Layout layout{};
  layout.left = name_room(chart.rows) + 12.0;
  const double count = static_cast<double>(chart.columns.size()), names = name_room(chart.columns);
  const double room = full_width - layout.left - 6.0;
  const auto cell_within = [&](double given) {
    return std::clamp(given / count, smallest_cell, largest_cell);
  };
  layout.cell_width = cell_within(room);
  layout.top = 24.0;
  if (names > layout.cell_width - 4.0) {
    const double slant = 0.71 * names;
    const double narrower = cell_within(room - slant);
    layout.angle = narrower < upright_cell ? NameAngle::upright : NameAngle::slanted;
    if (layout.angle == NameAngle::slanted) {
      layout.cell_width = narrower;
      layout.room_right = std::max(0.0, slant + 12.0 - 0.5 * narrower);
    }
    layout.top = (layout.angle == NameAngle::slanted ? slant : names) + 18.0;
  }
  layout.cell_height = std::min(layout.cell_width, tallest_cell);
  return layout;
}

Shapes cell(double left, double top, double width, double height, double value) {
  if (std::isnan(value)) {
    return rectangle("none",
                     {.left = left + 1.5, .top = top + 1.5, .width = width - 3.0, .height = height - 3.0});
  }
  const double strength = std::round(100.0 * std::min(1.0, std::fabs(value))) / 100.0;
  return rectangle(value < 0.0 ? "low" : "high",
                   {.left = left, .top = top, .width = width, .height = height, .opacity = strength});
}

// Two decimals: "0.83", "−0.05", "0"; in narrow cells without the zero before the point.
std::string cell_number(double value, double room) {
  std::string text = number_label(std::round(100.0 * value) / 100.0 + 0.0, 3);
  const std::size_t zero = text.find("0.");
  if (room < roomy_cell && zero != std::string::npos && std::fabs(value) < 1.0) text.erase(zero, 1);
  return text;
}

Shapes column_names(const HeatMap& chart, const Layout& layout) {
  Shapes shapes;
  for (std::size_t i = 0; i < chart.columns.size(); ++i) {
    const double x = layout.left + (static_cast<double>(i) + 0.5) * layout.cell_width;
    const std::string name = shortened(chart.columns[i], longest_row_name);
    if (layout.angle == NameAngle::level) {
      shapes += label(x, layout.top - 8.0, name, "", Anchor::middle);
      continue;
    }
    const bool upright = layout.angle == NameAngle::upright;
    shapes += Shape{"", TextShape{.at = {x + (upright ? 4.0 : 3.0), layout.top - 6.0},
                                  .text = name,
                                  .angle = upright ? -90.0 : -45.0}};
  }
  return shapes;
}

std::string number_classes(double value) {
  const double strength = std::fabs(value);
  return strength >= turned ? "small turned" : strength >= half_turned ? "small half-turned" : "small";
}

double value_at(const HeatMap& chart, std::size_t row, std::size_t column) {
  if (row >= chart.values.size() || column >= chart.values[row].size()) return no_number;
  const double value = chart.values[row][column];
  return std::isfinite(value) ? value : no_number;
}

Shapes row_of_cells(const HeatMap& chart, const Layout& layout, std::size_t row) {
  const double top = layout.top + static_cast<double>(row) * layout.cell_height;
  const double baseline = top + 0.5 * layout.cell_height + 4.0;
  Shapes shapes =
      label(layout.left - 8.0, baseline, shortened(chart.rows[row], longest_row_name), "", Anchor::end);
  for (std::size_t i = 0; i < chart.columns.size(); ++i) {
    const double left = layout.left + static_cast<double>(i) * layout.cell_width;
    const double value = value_at(chart, row, i);
    Shapes content = cell(left, top, layout.cell_width, layout.cell_height, value);
    if (chart.columns.size() <= columns_with_numbers && layout.cell_width >= numbered_cell) {
      const std::string number = std::isnan(value) ? "\u2013" : cell_number(value, layout.cell_width);
      content +=
          label(left + 0.5 * layout.cell_width, baseline, number, number_classes(value), Anchor::middle);
    }
    shapes += group("cell", content, chart.rows[row] + ", " + chart.columns[i] + ": " + number_label(value));
  }
  return shapes;
}

// The scale in steps of a tenth, with its ends and its middle named.
Shapes key(double left, double top) {
  constexpr double step = 12.0;
  Shapes shapes;
  for (int tenth = -10; tenth <= 10; ++tenth) {
    shapes += cell(left + step * (tenth + 10), top, step, 12.0, tenth / 10.0);
  }
  for (const int end : {-1, 0, 1}) {
    shapes += label(left + step * (10.5 + 10.0 * end), top + 27.0, number_label(end), "tick", Anchor::middle);
  }
  return shapes;
}

}  // namespace

Drawing drawn(const HeatMap& chart, ChartSize size) {
  if (chart.rows.empty() || chart.columns.empty()) return {};
  const Layout layout = layout_of(chart, size == ChartSize::wide ? wide_chart : small_chart);
  Shapes content = column_names(chart, layout);
  for (std::size_t row = 0; row < chart.rows.size(); ++row) content += row_of_cells(chart, layout, row);
  const double bottom = layout.top + layout.cell_height * static_cast<double>(chart.rows.size());
  content += key(layout.left, bottom + 14.0);
  const double right = layout.left + layout.cell_width * static_cast<double>(chart.columns.size());
  const double width = std::max(right + layout.room_right, layout.left + 12.0 * 21.0) + 6.0;
  return {width, bottom + key_height, content};
}

}  // namespace sfumato::report
