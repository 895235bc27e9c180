#include "report/scatter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/panels.hpp"
#include "report/svg.hpp"

namespace sfumato::report {
namespace {

constexpr double side = 200.0;  // of a panel's plot

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

class ScatterDrawing {
 public:
  explicit ScatterDrawing(const std::vector<ScatterPanel>& panels) {
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
    std::string text = panel_heading(left, top, panel.title, panel.subtitle);
    text += "<rect x=\"" + pixels(left) + "\" y=\"" + pixels(top + panel_caption) + "\" width=\"" +
            pixels(side) + "\" height=\"" + pixels(side) + "\" fill=\"#f9fafb\" stroke=\"#cbd2d9\"/>\n";
    text += "<g fill=\"none\" stroke=\"#9aa5b1\" stroke-width=\"0.8\">\n" +
            circles(panel.before, left, top + panel_caption, "2.4") + "</g>\n";
    text += "<g fill=\"#b44d12\" fill-opacity=\"0.75\">\n" +
            circles(panel.after, left, top + panel_caption, "1.9") + "</g>\n";
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
  const ScatterDrawing drawing(panels);
  return panels_svg(
      {.title = title, .width = side, .height = side}, panels.size(),
      [&](std::size_t i, double left, double top) { return drawing.panel(panels[i], left, top); });
}

}  // namespace sfumato::report
