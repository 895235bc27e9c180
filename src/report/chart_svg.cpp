// What all charts have in common: the element around them. A chart may shrink to three quarters of its
// size on a narrow screen; below that it scrolls, since its text would no longer be legible.
#include "report/chart_svg.hpp"

#include <variant>

#include "report/svg.hpp"

namespace sfumato::report {
namespace {

constexpr double empty_width = 820.0, empty_height = 72.0;
constexpr double smallest_share = 0.75;

Drawing nothing_to_draw() {
  const std::string frame = element("rect", {{"class", "none"},
                                             {"x", "0.5"},
                                             {"y", "0.5"},
                                             {"width", pixels(empty_width - 1.0)},
                                             {"height", pixels(empty_height - 1.0)}});
  return {empty_width, empty_height,
          frame + label(0.5 * empty_width, 0.5 * empty_height + 4.0, "Nothing to draw: there are no values.",
                        "axis", Anchor::middle)};
}

}  // namespace

std::string chart_svg(const Figure& figure) {
  Drawing drawing = std::visit([](const auto& chart) { return drawn(chart); }, figure.chart);
  if (drawing.height <= 0.0) drawing = nothing_to_draw();
  const std::string width = pixels(drawing.width), height = pixels(drawing.height);
  std::string content = "<title>" + escaped(figure.title) + "</title>\n";
  content += "<desc>" + escaped(figure.alternative) + "</desc>\n" + drawing.content;
  return element("svg",
                 {{"xmlns", "http://www.w3.org/2000/svg"},
                  {"class", "chart"},
                  {"role", "img"},
                  {"viewBox", "0 0 " + width + " " + height},
                  {"width", width},
                  {"height", height},
                  {"style", "min-width:" + pixels(smallest_share * drawing.width) + "px"}},
                 content);
}

}  // namespace sfumato::report
