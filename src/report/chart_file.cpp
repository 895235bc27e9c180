// A title that is wider than the chart takes several lines.
#include "report/chart_file.hpp"

#include <algorithm>

#include "report/chart_look.hpp"
#include "report/drawing_svg.hpp"
#include "report/svg.hpp"

namespace sfumato::report {
namespace {

constexpr double picture_margin = 14.0;  // around the picture
constexpr double title_line = 20.0;      // height
constexpr double below_title = 12.0;
constexpr double bold_letters = 1.05;  // width of bold letters, in plain ones

// Lines no wider than the room, broken at spaces; a word that is wider stands alone, shortened.
std::vector<std::string> title_lines(const std::string& title, double room) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < title.size()) {
    const std::size_t end = std::min(title.find_first_of(" \n", begin), title.size());
    const std::string word = title.substr(begin, end - begin);
    begin = end + 1;
    if (word.empty()) continue;
    const std::string longer = lines.empty() ? word : lines.back() + " " + word;
    if (!lines.empty() && bold_letters * text_width(longer, title_size) <= room) {
      lines.back() = longer;
    } else {
      lines.push_back(word);
    }
  }
  for (std::string& line : lines) line = fitted(line, room * 12.0 / (bold_letters * title_size));
  return lines;
}

}  // namespace

Drawing chart_picture(const Figure& figure) {
  const Drawing chart = chart_drawing(figure, ChartSize::wide);
  Shapes heading;
  double top = picture_margin;
  for (const std::string& line : title_lines(figure.title, chart.width)) {
    top += title_line;
    heading += label(picture_margin, top - 5.0, line, "title");
  }
  if (!heading.list().empty()) top += below_title;
  Drawing picture{chart.width + 2.0 * picture_margin, top + chart.height + picture_margin, {}};
  picture.content = rectangle("ground", {.width = picture.width, .height = picture.height}) + heading +
                    Shape{"", GroupShape{chart.content.list(), "", {picture_margin, top}}};
  return picture;
}

std::string chart_file(const Figure& figure) {
  const Drawing picture = chart_picture(figure);
  const std::string width = pixels(picture.width), height = pixels(picture.height);
  return element("svg",
                 {{"xmlns", "http://www.w3.org/2000/svg"},
                  {"role", "img"},
                  {"viewBox", "0 0 " + width + " " + height},
                  {"width", width},
                  {"height", height},
                  {"font-family", "Arial, Helvetica, sans-serif"},
                  {"font-size", "12"}},
                 "\n<title>" + escaped(figure.title) + "</title>\n<desc>" + escaped(figure.alternative) +
                     "</desc>\n" + file_markup(picture.content));
}

}  // namespace sfumato::report
