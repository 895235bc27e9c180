// The page's style sheet goes into the picture, with a ground of its own: what shows it may have any.
#include "report/chart_file.hpp"

#include "report/chart_svg.hpp"
#include "report/html_style.hpp"

namespace sfumato::report {

std::string chart_file(const Figure& figure) {
  std::string picture = chart_svg(figure);
  std::string style = "\n<style>";
  style += chart_style();
  style += ".chart { background: var(--surface); }\n</style>";
  picture.insert(picture.find('>') + 1, style);  // after the opening tag, whose attributes hold no '>'
  return picture;
}

}  // namespace sfumato::report
