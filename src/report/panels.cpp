#include "report/panels.hpp"

#include <algorithm>

#include "report/svg.hpp"

namespace sfumato::report {
namespace {

constexpr double panel_gap = 16.0;        // around panels
constexpr double largest_heading = 15.0;  // pixels; a long title is written smaller
constexpr double heading_room = 34.0;     // of the title of the whole

}  // namespace

std::string panel_heading(double left, double top, const std::string& title, const std::string& subtitle) {
  return text_element(left, top + 13.0, "13", "#1f2933", title) +
         text_element(left, top + 27.0, "11", "#52606d", subtitle);
}

std::string panels_svg(const PanelSheet& sheet, std::size_t count,
                       const std::function<std::string(std::size_t, double, double)>& panel) {
  const std::size_t columns = std::max<std::size_t>(1, std::min(sheet.per_row, count));
  const std::size_t rows = (count + columns - 1) / columns;
  const double cell_width = sheet.width + panel_gap, cell_height = sheet.height + panel_caption + panel_gap;
  const double top = sheet.title.empty() ? panel_gap : panel_gap + heading_room;
  const double bottom = top + static_cast<double>(rows) * cell_height;
  const double room = static_cast<double>(columns) * cell_width;
  const double heading_size = std::min(largest_heading, room / std::max(1.0, text_width(sheet.title, 1.0)));
  const std::string width = pixels(panel_gap + room);
  const std::string height = pixels(bottom + sheet.footer_height);
  std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height +
                     "\" viewBox=\"0 0 " + width + " " + height +
                     "\" role=\"img\" font-family=\"Arial, Helvetica, sans-serif\">\n<title>" +
                     escaped(sheet.title) + "</title>\n<rect width=\"" + width + "\" height=\"" + height +
                     "\" fill=\"#ffffff\"/>\n";
  if (!sheet.title.empty())
    text += text_element(panel_gap, panel_gap + 15.0, pixels(heading_size), "#1f2933", sheet.title);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t row = i / columns, column = i % columns;
    text += panel(i, panel_gap + static_cast<double>(column) * cell_width,
                  top + static_cast<double>(row) * cell_height);
  }
  if (!sheet.footer.empty()) {
    text += "<g transform=\"translate(" + pixels(panel_gap) + " " + pixels(bottom) + ")\">\n" + sheet.footer +
            "</g>\n";
  }
  return text + "</svg>\n";
}

}  // namespace sfumato::report
