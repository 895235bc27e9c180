// A chart as a file of its own, for documents that take pictures and no style sheets: its title drawn, on
// white ground.
#pragma once

#include <string>

#include "report/chart_svg.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// The wide chart with its title above it, a margin and a white ground: what all picture files show.
Drawing chart_picture(const Figure& figure);

// An SVG document of fixed size. Colours, widths and fonts are presentation attributes of each element, so
// that renderers without style sheets show what a browser shows.
std::string chart_file(const Figure& figure);

}  // namespace sfumato::report
