// What the classes of a chart look like on white ground, for files that have no style sheet. The rules are
// those of `chart_style` (html_style.hpp), and the colours are read from it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/drawing.hpp"

namespace sfumato::report {

inline constexpr double title_size = 15.0;  // pixels; of a title that is drawn

// Colours are "#rrggbb"; an empty one is not drawn. Lengths are in pixels.
struct Look {
  std::string fill = {};
  double fill_opacity = 1.0;
  std::string stroke = {};
  double stroke_width = 1.0;
  std::vector<double> dashes = {};
  bool round = false;  // ends of lines
  double opacity = 1.0;
  double font_size = 12.0;
  bool bold = false;
  std::string halo = {};  // drawn around letters, under them
};

// What a group hands down to the shapes in it.
struct InheritedLook {
  std::string colour;  // of lines and marks
  double line_width = 1.8;
  std::vector<double> dashes = {};
  bool round = false;
  bool fills = false;  // shapes without a class of their own are filled
};

// A colour of the style sheet on light ground, such as "ink", "grid" or "series-1".
std::string light_colour(std::string_view name);

InheritedLook outermost_look();
InheritedLook inherited_look(const InheritedLook& outer, std::string_view classes);

// Of a shape that is not a group.
Look look_of(const Shape& shape, const InheritedLook& inherited);

// Shapes that only say where pointing counts are not part of a file.
bool in_files(const Shape& shape);

}  // namespace sfumato::report
