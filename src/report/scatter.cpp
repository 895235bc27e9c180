// Plain SVG without scripts or style sheets, so that it shows wherever an image does.
#include "report/scatter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/svg.hpp"

namespace sfumato::report {
namespace {

constexpr double side = 200.0;    // of a panel's plot
constexpr double gap = 16.0;      // around panels
constexpr double caption = 34.0;  // above a plot
constexpr std::size_t panels_per_row = 4;

struct Axis {
  double lower = std::numeric_limits<double>::infinity();
  double upper = -std::numeric_limits<double>::infinity();

  void include(double value) {
    lower = std::min(lower, value);
    upper = std::max(upper, value);
  }
  void widen() {
    const double margin = upper > lower ? 0.2 * (upper - lower) : 1.0;
    lower -= margin;
    upper += margin;
  }
  // 0 to 1; beyond the ends at the ends.
  double share(double value) const { return std::clamp((value - lower) / (upper - lower), 0.0, 1.0); }
};

class Drawing {
 public:
  explicit Drawing(const std::vector<ScatterPanel>& panels) {
    for (const ScatterPanel& panel : panels) {
      for (const auto& [x, y] : panel.before) {
        across_.include(x);
        up_.include(y);
      }
    }
    across_.widen();
    up_.widen();
  }

  std::string panel(const ScatterPanel& panel, double left, double top) const {
    std::string text = text_element(left, top + 13.0, "13", "#1f2933", panel.title) +
                       text_element(left, top + 27.0, "11", "#52606d", panel.subtitle);
    text += "<rect x=\"" + pixels(left) + "\" y=\"" + pixels(top + caption) + "\" width=\"" + pixels(side) +
            "\" height=\"" + pixels(side) + "\" fill=\"#f9fafb\" stroke=\"#cbd2d9\"/>\n";
    text += "<g fill=\"none\" stroke=\"#9aa5b1\" stroke-width=\"0.8\">\n" +
            circles(panel.before, left, top + caption, "2.4") + "</g>\n";
    text += "<g fill=\"#b44d12\" fill-opacity=\"0.75\">\n" +
            circles(panel.after, left, top + caption, "1.9") + "</g>\n";
    return text;
  }

 private:
  std::string circles(const std::vector<Point>& points, double left, double top,
                      const std::string& radius) const {
    std::string text;
    for (const auto& [x, y] : points) {
      if (std::isnan(x) || std::isnan(y)) continue;
      text += "<circle cx=\"" + pixels(left + side * across_.share(x)) + "\" cy=\"" +
              pixels(top + side * (1.0 - up_.share(y))) + "\" r=\"" + radius + "\"/>\n";
    }
    return text;
  }

  Axis across_, up_;
};

}  // namespace

std::string scatter_svg(const std::string& title, const std::vector<ScatterPanel>& panels) {
  const std::size_t columns = std::max<std::size_t>(1, std::min(panels_per_row, panels.size()));
  const std::size_t rows = (panels.size() + columns - 1) / columns;
  const double cell_width = side + gap, cell_height = side + caption + gap;
  const std::string width = pixels(gap + static_cast<double>(columns) * cell_width);
  const std::string height = pixels(gap + static_cast<double>(rows) * cell_height);
  std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height +
                     "\" viewBox=\"0 0 " + width + " " + height +
                     "\" role=\"img\" font-family=\"system-ui, sans-serif\">\n<title>" + escaped(title) +
                     "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";
  const Drawing drawing(panels);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const std::size_t row = i / columns, column = i % columns;
    text += drawing.panel(panels[i], gap + static_cast<double>(column) * cell_width,
                          gap + static_cast<double>(row) * cell_height);
  }
  return text + "</svg>\n";
}

}  // namespace sfumato::report
