// What all charts have in common: the element around them. A chart shrinks where it does not fit; pages show
// the small one on narrow screens, where the text of a wide one would no longer be legible.
#include "report/chart_svg.hpp"

#include <variant>

#include "report/drawing_svg.hpp"
#include "report/svg.hpp"

namespace sfumato::report {
namespace {

constexpr double empty_height = 72.0;

Drawing nothing_to_draw(ChartSize size) {
  const double empty_width = size == ChartSize::wide ? wide_chart : small_chart;
  const Shapes frame =
      rectangle("none", {.left = 0.5, .top = 0.5, .width = empty_width - 1.0, .height = empty_height - 1.0});
  return {empty_width, empty_height,
          frame + label(0.5 * empty_width, 0.5 * empty_height + 4.0, "Nothing to draw: there are no values.",
                        "axis", Anchor::middle)};
}

}  // namespace

Drawing chart_drawing(const Figure& figure, ChartSize size) {
  Drawing drawing = std::visit([&](const auto& chart) { return drawn(chart, size); }, figure.chart);
  return drawing.height > 0.0 ? drawing : nothing_to_draw(size);
}

std::string chart_svg(const Figure& figure, ChartSize size) {
  const Drawing drawing = chart_drawing(figure, size);
  const std::string width = pixels(drawing.width), height = pixels(drawing.height);
  std::string content = "<title>" + escaped(figure.title) + "</title>\n";
  content += "<desc>" + escaped(figure.alternative) + "</desc>\n" + page_markup(drawing.content);
  return element("svg",
                 {{"xmlns", "http://www.w3.org/2000/svg"},
                  {"class", "chart"},
                  {"role", "img"},
                  {"viewBox", "0 0 " + width + " " + height},
                  {"width", width},
                  {"height", height}},
                 content);
}

}  // namespace sfumato::report
