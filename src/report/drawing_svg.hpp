// Drawings as SVG markup: with classes for a page that has the style sheet, or with all colours and widths as
// attributes for a file that stands alone. One writer makes both, so that they show the same.
#pragma once

#include <string>

#include "report/drawing.hpp"

namespace sfumato::report {

// Classes alone; what they look like is in the page's style sheet (html_style.hpp).
std::string page_markup(const Shapes& shapes);

// Presentation attributes alone, which every renderer of SVG knows: no classes, no style sheet.
std::string file_markup(const Shapes& shapes);

}  // namespace sfumato::report
