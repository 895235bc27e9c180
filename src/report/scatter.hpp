// Scatter plots before and after, side by side as one SVG: what a method does is seen before it is read.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace sfumato::report {

using Point = std::pair<double, double>;

struct ScatterPanel {
  std::string title;
  std::string subtitle;
  std::vector<Point> before;  // drawn as faint rings
  std::vector<Point> after;   // drawn as dots over them
};

// All panels have the same axes, those of `before` with a margin; points beyond are drawn at the edge.
// Coordinates are rounded to a tenth of a pixel, so that the file does not depend on the last bit.
std::string scatter_svg(const std::string& title, const std::vector<ScatterPanel>& panels);

}  // namespace sfumato::report
