// Charts as plain data: what is drawn, never how. The renderers turn one into SVG or into a table of
// its numbers, so a caller with something to show fills in a struct and draws nothing.
#pragma once

#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace sfumato::report {

// A number that is not there; charts skip it, and every other value that is not finite.
inline constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

struct ChartAxis {
  std::string label;
  bool logarithmic = false;  // values of zero and below cannot be shown then and are skipped
};

// Half-widths are standard errors (or half an interval), in the units of their axis; drawn when finite and
// positive.
struct ChartPoint {
  double x = no_number;
  double y = no_number;
  double x_half_width = no_number;
  double y_half_width = no_number;
  std::string hover = {};  // what pointing at it says; empty: its series and numbers
};

// How a series stands out: an ordinary curve; the one that won, drawn thicker and last; or a broad
// grey line under all others (a frontier).
enum class Emphasis { none, winner, backdrop };

struct ChartSeries {
  std::string name;
  std::vector<ChartPoint> points;
  bool connected = true;  // a line through the points, in the order given; otherwise points alone
  Emphasis emphasis = Emphasis::none;
};

enum class Direction { horizontal, vertical };

// A horizontal line lies at a value of the y axis, a vertical one at a value of the x axis.
struct ReferenceLine {
  Direction direction = Direction::horizontal;
  double at = no_number;
  std::string label = {};
};

// A shaded stretch between two values: of the y axis if horizontal, of the x axis if vertical. An
// end that is not finite lies at the edge of the plot.
struct ShadedBand {
  Direction direction = Direction::horizontal;
  double lower = no_number;
  double upper = no_number;
  std::string label = {};
};

// Curves or points on two axes: risk-utility maps, calibration curves.
struct LineChart {
  ChartAxis x;
  ChartAxis y;
  std::vector<ChartSeries> series;
  std::vector<ReferenceLine> lines = {};
  std::vector<ShadedBand> bands = {};
};

// Shares (0 to 1) of a column's values by bin: one fewer than edges. `before` may be empty, where the
// original is not to be shown; edges ascend.
struct Histogram {
  std::string label;  // of the horizontal axis
  std::vector<double> edges;
  std::vector<double> before;
  std::vector<double> after;
  std::string counted = "values";  // what the shares are of
};

// Values between −1 and 1 by row and column, such as correlations or their changes; NaN is an empty cell.
struct HeatMap {
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  std::vector<std::vector<double>> values;  // a vector per row
};

struct Bar {
  std::string name;
  double value = no_number;
  double half_width = no_number;
  bool emphasis = false;
};

// Horizontal bars from zero, in the order given.
struct BarChart {
  std::string label;  // of the values' axis
  std::vector<Bar> bars;
};

using Chart = std::variant<LineChart, Histogram, HeatMap, BarChart>;

}  // namespace sfumato::report
