#include "report/pattern_picture.hpp"

#include <algorithm>
#include <array>

#include "report/panels.hpp"
#include "report/svg.hpp"

namespace sfumato::report {
namespace {

constexpr double side = 22.0;          // of a square
constexpr double room = 2.0;           // between squares
constexpr double totals_room = 6.0;    // before the totals
constexpr double legend_step = 175.0;  // from one entry of the legend to the next

struct Look {
  CellMark mark;
  const char* name;
  const char* fill;
  const char* sign;  // path in a square of side 1, with lines of dark ink; may be empty
};

constexpr std::array<Look, 5> looks{{
    {CellMark::published, "published unchanged", "#e4ebf1", ""},
    {CellMark::empty, "no contributors", "#ffffff", ""},
    {CellMark::sensitive, "sensitive", "#b44d12", "M.27 .27 L.73 .73 M.73 .27 L.27 .73"},
    {CellMark::suppressed, "secondary", "#f2b48a", "M.27 .5 H.73 M.5 .27 V.73"},
    {CellMark::changed, "changed", "#6d9dc5", "M.27 .55 Q.39 .3 .5 .5 T.73 .45"},
}};

const Look& look_of(CellMark mark) {
  return *std::find_if(looks.begin(), looks.end(), [&](const Look& look) { return look.mark == mark; });
}

std::string square(const Look& look, double left, double top) {
  std::string text = element("rect", {{"x", pixels(left)},
                                      {"y", pixels(top)},
                                      {"width", pixels(side)},
                                      {"height", pixels(side)},
                                      {"rx", "2"},
                                      {"fill", look.fill},
                                      {"stroke", look.mark == CellMark::empty ? "#e4ebf1" : "none"}});
  if (*look.sign == '\0') return text;
  return text + element("path", {{"d", look.sign},
                                 {"transform", "translate(" + pixels(left) + " " + pixels(top) + ") scale(" +
                                                   pixels(side) + ")"},
                                 {"fill", "none"},
                                 {"stroke", look.mark == CellMark::sensitive ? "#ffffff" : "#1f2933"},
                                 {"stroke-width", "0.08"}});
}

// Start of the square of this number, with space before the last, which is a total.
double place(std::size_t index, std::size_t count) {
  return static_cast<double>(index) * (side + room) + (index + 1 == count ? totals_room : 0.0);
}

double extent(std::size_t count) { return place(count - 1, count) + side; }

std::string legend(const std::vector<PatternPanel>& panels) {
  std::string text;
  double left = 0.0;
  for (const Look& look : looks) {
    const bool used = std::any_of(panels.begin(), panels.end(), [&](const PatternPanel& panel) {
      return std::find(panel.marks.begin(), panel.marks.end(), look.mark) != panel.marks.end();
    });
    if (!used) continue;
    text += square(look, left, 0.0) + text_element(left + side + 6.0, 15.0, "12", "#52606d", look.name);
    left += legend_step;
  }
  return text;
}

}  // namespace

std::string pattern_svg(const std::string& title, const std::vector<PatternPanel>& panels) {
  const std::size_t columns = panels.front().columns, rows = panels.front().marks.size() / columns;
  const PanelSheet sheet{.title = title,
                         .width = extent(columns),
                         .height = extent(rows),
                         .per_row = 3,
                         .footer = legend(panels),
                         .footer_height = side + 16.0};
  return panels_svg(sheet, panels.size(), [&](std::size_t i, double left, double top) {
    const PatternPanel& panel = panels[i];
    std::string text = panel_heading(left, top, panel.title, panel.subtitle);
    for (std::size_t cell = 0; cell < panel.marks.size(); ++cell) {
      text += square(look_of(panel.marks[cell]), left + place(cell % columns, columns),
                     top + panel_caption + place(cell / columns, rows));
    }
    return text;
  });
}

}  // namespace sfumato::report
